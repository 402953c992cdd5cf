import type { FieldModel } from '../../../../schemas/model/types.ts';
import { acceptAttribute } from './parts.tsx';
import type { FileZone } from './useFileZone.ts';

/** The system's file dialog, opened by a button that is seen. */
export const FileInput = ({ field, zone }: { field: FieldModel; zone: FileZone }) => (
  <input
    ref={zone.input}
    type="file"
    hidden
    aria-label={field.title}
    accept={field.file && acceptAttribute(field.file)}
    onChange={(event) => {
      zone.take(event.target.files);
      // The same file may be chosen again after it was mended.
      event.target.value = '';
    }}
  />
);
