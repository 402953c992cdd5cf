import { useQuery } from '@tanstack/react-query';
import { HttpError, useDataProvider } from 'react-admin';
import { useEffect, useState } from 'react';
import type { StoredFile } from '../../../../schemas/model/files.ts';
import { hasFormat } from '../../../../schemas/model/formats.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { entityOfField } from '../../product.ts';

const TYPING_PAUSE_MS = 800;

export interface RemoteFile {
  isLoading: boolean;
  file?: StoredFile;
  /** Why the field does not accept it. */
  fault?: string;
}

/** The file at an external address, which the services fetch once typing pauses. */
export function useRemoteFile(field: FieldModel, address: string): RemoteFile {
  const entity = entityOfField(field);
  const provider = useDataProvider<ConsoleDataProvider>();
  const [debounced, setDebounced] = useState(address);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(address), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [address]);
  const enabled = entity !== undefined && debounced === address && hasFormat('https-uri', address);
  const { data, isFetching, error } = useQuery({
    queryKey: ['remoteFile', entity, field.path, address],
    queryFn: ({ signal }) => provider.remoteFile(entity ?? '', field.path, address, { signal }),
    enabled,
    staleTime: Infinity,
    retry: false,
  });
  if (!enabled) return { isLoading: false };
  // A used-up daily quota is shown as well, though it is no error of the field.
  const quotaError =
    error instanceof HttpError && error.status === 429 ? { fault: error.message } : undefined;
  return { isLoading: isFetching, ...quotaError, ...data };
}
