import { HttpError, useDataProvider, useResourceContext } from 'react-admin';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fileMessage, type StoredFile } from '../../../../schemas/model/files.ts';
import type { FileRules } from '../../../../schemas/model/types/file.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { entityOfField } from '../../product.ts';
import { findBrokenRule } from './localFile.ts';

export interface Upload {
  /** Uploaded share, 0 to 1; undefined without an upload. */
  progress?: number;
  /** Why the last file was rejected. */
  error?: string;
  start: (file: File) => void;
  /** Aborts the upload and clears the error. */
  cancel: () => void;
}

/** Uploads files of a field, one at a time; a new one aborts the pending one. */
export function useUpload(
  field: FieldModel,
  onStored: (file: StoredFile) => void,
  rules: FileRules | undefined = field.file,
): Upload {
  const context = useResourceContext();
  // A form in a dialog may belong to another entity than the screen.
  const resource = entityOfField(field) ?? context;
  const provider = useDataProvider<ConsoleDataProvider>();
  const [state, setState] = useState<Pick<Upload, 'progress' | 'error'>>({});
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
    const controller = new AbortController();
    running.current = controller;
    const isCurrent = (): boolean => running.current === controller;
    const send = async (): Promise<void> => {
      const brokenRule = rules && (await findBrokenRule(rules, file));
      if (!isCurrent()) return;
      if (brokenRule || resource === undefined)
        return setState({ error: fileMessage({ ...field, file: rules }, brokenRule ?? 'upload') });
      setState({ progress: 0 });
      const onProgress = (progress: number): void => {
        if (isCurrent()) setState({ progress });
      };
      const answer = await provider.uploadFile(resource, field.path, file, {
        signal: controller.signal,
        onProgress,
      });
      if (!isCurrent()) return;
      setState({});
      stored.current(answer);
    };
    send().catch((error: unknown) => {
      if (isCurrent()) setState({ error: getErrorMessage(field, error) });
    });
  };
  return { ...state, start, cancel };
}

/** The services' message about the file, or a generic one for other failures. */
function getErrorMessage(field: FieldModel, error: unknown): string {
  const isFileError = error instanceof HttpError && (error.status === 413 || error.status === 422);
  return isFileError ? error.message : fileMessage(field, 'upload');
}
