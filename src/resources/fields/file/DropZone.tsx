import type { ReactNode } from 'react';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { InputAria } from '../../fieldKit/FieldFrame.tsx';
import { acceptAttribute } from './parts.tsx';
import type { FileZone } from './useFileZone.ts';

interface DropZoneProps {
  field: FieldModel;
  zone: FileZone;
  /** Makes the zone a labelled group. */
  group?: Omit<InputAria, 'id'>;
  className?: string;
  children: ReactNode;
}

/** A zone for dropping and pasting files, with a hidden file input. */
export const DropZone = ({ field, zone, group, className, children }: DropZoneProps) => (
  <div
    role={group && 'group'}
    aria-labelledby={group?.['aria-labelledby']}
    aria-describedby={group?.['aria-describedby']}
    data-invalid={group?.['aria-invalid']}
    data-over={zone.isDraggedOver}
    className={className}
    {...zone.handlers}
  >
    {children}
    <input
      ref={zone.input}
      type="file"
      hidden
      aria-label={field.title}
      accept={field.file && acceptAttribute(field.file)}
      onChange={(event) => {
        zone.upload(event.target.files);
        // Lets the same file be chosen again.
        event.target.value = '';
      }}
    />
  </div>
);
