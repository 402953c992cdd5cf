import { type ClipboardEvent, type DragEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { StoredFile } from '../../../../schemas/model/files.ts';
import { useFormSession } from '../../fieldKit/useSession.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { useUpload, type Upload } from './useUpload.ts';
import { t } from '../../../../schemas/texts/translate.ts';

export interface FileZone extends Pick<Upload, 'progress' | 'cancel'> {
  input: RefObject<HTMLInputElement | null>;
  /** A file is dragged over the zone. */
  isDraggedOver: boolean;
  /** Opens the system's file dialog. */
  choose: () => void;
  upload: (files: FileList | null | undefined) => boolean;
  /** Handlers of the drop zone element. */
  handlers: {
    onDragOver: (event: DragEvent) => void;
    onDragLeave: () => void;
    onDrop: (event: DragEvent) => void;
    onPaste: (event: ClipboardEvent) => void;
  };
}

/** Uploads a file by choice, drop or paste. The form is blocked during the upload and shows its error. */
export function useFileZone(
  { field, pointer, fieldState }: Pick<EditorProps, 'field' | 'pointer' | 'fieldState'>,
  onStored: (file: StoredFile) => void,
): FileZone {
  const session = useFormSession();
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setOver] = useState(false);
  const { progress, error, start, cancel } = useUpload(field, onStored);
  // Otherwise the form would be saved without the file.
  const pending = progress === undefined ? error : t('Wait for the upload to end, or cancel it');
  useEffect(() => {
    session.setBlockingError(pointer, pending);
    return () => session.setBlockingError(pointer, undefined);
  }, [session, pointer, pending]);

  const upload = (files: FileList | null | undefined): boolean => {
    const [first] = files ?? [];
    if (!first || fieldState.readOnly) return false;
    start(first);
    return true;
  };
  return {
    ...{ input, isDraggedOver, progress, cancel, upload },
    choose: () => input.current?.click(),
    handlers: {
      onDragOver: (event) => {
        event.preventDefault();
        setOver(!fieldState.readOnly);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event) => {
        event.preventDefault();
        setOver(false);
        upload(event.dataTransfer.files);
      },
      onPaste: (event) => {
        if (upload(event.clipboardData.files)) event.preventDefault();
      },
    },
  };
}
