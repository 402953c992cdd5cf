import { HttpError, useDataProvider, useResourceContext } from 'react-admin';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fileMessage, type StoredFile } from '../../../../schemas/model/files.ts';
import type { FileRules } from '../../../../schemas/model/types/file.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { entityOfField } from '../../product.ts';
import { brokenLocally } from './localFile.ts';

export interface Upload {
  /** Share that has been sent, from 0 to 1; absent while nothing is being sent. */
  progress?: number;
  /** Why the last file was not taken. */
  fault?: string;
  start: (file: File) => void;
  /** Stops what is being sent and forgets the fault. */
  cancel: () => void;
}

/** Sends a file for a field, one at a time; a new one takes the place of the one that is on its way. */
export function useUpload(
  field: FieldModel,
  onStored: (file: StoredFile) => void,
  rules: FileRules | undefined = field.file,
): Upload {
  const context = useResourceContext();
  // A form in a dialog may be of another entity than the screen.
  const resource = entityOfField(field) ?? context;
  const provider = useDataProvider<ConsoleDataProvider>();
  const [state, setState] = useState<Pick<Upload, 'progress' | 'fault'>>({});
  const running = useRef<AbortController | undefined>(undefined);
  const stored = useRef(onStored);
  useEffect(() => {
    stored.current = onStored;
  });

  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    setState({});
  }, []);
  useEffect(() => () => running.current?.abort(), []);

  const start = (file: File): void => {
    cancel();
    const own = new AbortController();
    running.current = own;
    const isCurrent = (): boolean => running.current === own;
    const send = async (): Promise<void> => {
      const broken = rules && (await brokenLocally(rules, file));
      if (!isCurrent()) return;
      if (broken || resource === undefined)
        return setState({ fault: fileMessage({ ...field, file: rules }, broken ?? 'upload') });
      setState({ progress: 0 });
      const onProgress = (progress: number): void => {
        if (isCurrent()) setState({ progress });
      };
      const answer = await provider.uploadFile(resource, field.path, file, {
        signal: own.signal,
        onProgress,
      });
      if (!isCurrent()) return;
      setState({});
      stored.current(answer);
    };
    send().catch((error: unknown) => {
      if (isCurrent()) setState({ fault: refusal(field, error) });
    });
  };
  return { ...state, start, cancel };
}

/** The services' own words where they judged the file; one agreed sentence for every other failure. */
function refusal(field: FieldModel, error: unknown): string {
  const judged = error instanceof HttpError && (error.status === 413 || error.status === 422);
  return judged ? error.message : fileMessage(field, 'upload');
}
