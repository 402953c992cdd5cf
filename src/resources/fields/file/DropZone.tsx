import type { ReactNode } from 'react';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { InputAria } from '../../fieldKit/FieldFrame.tsx';
import { acceptAttribute } from './parts.tsx';
import type { FileZone } from './useFileZone.ts';

interface DropZoneProps {
  field: FieldModel;
  zone: FileZone;
  /** Names the zone as a group; without it what lies in it is named by itself. */
  group?: Omit<InputAria, 'id'>;
  className?: string;
  children: ReactNode;
}

/** Where a file is dropped and pasted, with the system's file dialog, which a button in it opens. */
export const DropZone = ({ field, zone, group, className, children }: DropZoneProps) => (
  <div
    role={group && 'group'}
    aria-labelledby={group?.['aria-labelledby']}
    aria-describedby={group?.['aria-describedby']}
    data-invalid={group?.['aria-invalid']}
    data-over={zone.over}
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
        zone.take(event.target.files);
        // The same file may be chosen again after it was mended.
        event.target.value = '';
      }}
    />
  </div>
);
