import { type ClipboardEvent, type DragEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { StoredFile } from '../../../../schemas/model/files.ts';
import { useFormSession } from '../../fieldKit/useSession.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { useUpload, type Upload } from './useUpload.ts';
import { t } from '../../../../schemas/texts/translate.ts';

export interface FileZone extends Pick<Upload, 'progress' | 'cancel'> {
  input: RefObject<HTMLInputElement | null>;
  /** A file hangs above the zone. */
  over: boolean;
  /** Opens the system's file dialog. */
  choose: () => void;
  take: (files: FileList | null | undefined) => boolean;
  /** For the element into which files are dropped and pasted. */
  handlers: {
    onDragOver: (event: DragEvent) => void;
    onDragLeave: () => void;
    onDrop: (event: DragEvent) => void;
    onPaste: (event: ClipboardEvent) => void;
  };
}

/** Takes a file by choice, drop or paste and sends it; the form waits for it, and is told why it was not taken. */
export function useFileZone(
  { field, pointer, fieldState }: Pick<EditorProps, 'field' | 'pointer' | 'fieldState'>,
  onStored: (file: StoredFile) => void,
): FileZone {
  const session = useFormSession();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { progress, fault, start, cancel } = useUpload(field, onStored);
  // A form that is saved meanwhile would be saved without the file.
  const pending = progress === undefined ? fault : t('Wait for the upload to end, or cancel it');
  useEffect(() => {
    session.setBlockingError(pointer, pending);
    return () => session.setBlockingError(pointer, undefined);
  }, [session, pointer, pending]);

  const take = (files: FileList | null | undefined): boolean => {
    const [first] = files ?? [];
    if (!first || fieldState.readOnly) return false;
    start(first);
    return true;
  };
  return {
    ...{ input, over, progress, cancel, take },
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
        take(event.dataTransfer.files);
      },
      onPaste: (event) => {
        if (take(event.clipboardData.files)) event.preventDefault();
      },
    },
  };
}
