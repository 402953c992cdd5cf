import { styled } from '@mui/material/styles';
import { fromWallTime, toWallTime, zoneLabel } from '../../../../schemas/model/zonedTime.ts';
import { parseTypedTime, formatTypedTime } from '../../dates/typedDates.ts';
import { TypedDate } from '../date/TypedDate.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { zoneOf } from '../../clock.ts';
import { TEXT } from '../../../theme/text.ts';

const Zone = styled('span')({ ...TEXT.caption, color: 'var(--ink-3)' });

interface DateTimeEditorProps extends EditorProps<string> {
  /** Shows neither the label nor the zone, which stand beside; screen readers have the label. */
  redundantLabel?: boolean;
}

/** A date and time, entered in `options.timeZone` (else the workspace's zone) and stored in UTC. */
export default function DateTimeEditor({ redundantLabel, ...props }: DateTimeEditorProps) {
  const zone = zoneOf(props.field);
  return (
    <TypedDate
      {...props}
      time
      zone={zone}
      redundantLabel={redundantLabel}
      aside={redundantLabel ? undefined : <Zone>{zoneLabel(zone)}</Zone>}
      format={(value = '') => {
        const wall = toWallTime(value, zone);
        return wall === '' ? value : formatTypedTime(wall);
      }}
      parse={(text) => {
        const wall = parseTypedTime(text);
        return wall === undefined ? text.trim() || undefined : fromWallTime(wall, zone);
      }}
    />
  );
}
