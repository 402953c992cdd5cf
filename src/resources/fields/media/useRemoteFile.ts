import { useQuery } from '@tanstack/react-query';
import { HttpError, useDataProvider } from 'react-admin';
import { useEffect, useState } from 'react';
import type { StoredFile } from '../../../../schemas/model/files.ts';
import { hasFormat } from '../../../../schemas/model/formats.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { entityOfField } from '../../product.ts';

/** Milliseconds without typing after which an address counts as entered. */
const TYPING_PAUSE_MS = 800;

export interface RemoteFile {
  /** It is being fetched. */
  looking: boolean;
  file?: StoredFile;
  /** Why the field cannot take it. */
  fault?: string;
}

/** What is at an address from outside: the services fetch it once, when somebody stops typing. */
export function useRemoteFile(field: FieldModel, address: string): RemoteFile {
  const entity = entityOfField(field);
  const provider = useDataProvider<ConsoleDataProvider>();
  const [settled, setSettled] = useState(address);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(address), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [address]);
  const enabled = entity !== undefined && settled === address && hasFormat('https-uri', address);
  const { data, isFetching, error } = useQuery({
    queryKey: ['remoteFile', entity, field.path, address],
    queryFn: ({ signal }) => provider.remoteFile(entity ?? '', field.path, address, { signal }),
    enabled,
    staleTime: Infinity,
    retry: false,
  });
  if (!enabled) return { looking: false };
  // Whoever has used up their allowance of a day is told so; it says nothing of the field.
  const refusal = error instanceof HttpError && error.status === 429 ? { fault: error.message } : undefined;
  return { looking: isFetching, ...refusal, ...data };
}
