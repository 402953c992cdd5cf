import { styled } from '@mui/material/styles';
import { fromWallTime, toWallTime, zoneLabel } from '../../../../schemas/model/zonedTime.ts';
import { DateInput } from '../../dates/DateInput.tsx';
import { readDay, readWallTime, typedDay, typedWallTime } from '../../dates/typedDates.ts';
import { zoneOf } from '../../fields/shared/format.ts';
import { FieldFrame } from '../fields/FieldFrame.tsx';
import { useTextDraft } from '../fields/useTextDraft.ts';
import type { WidgetProps } from './registry.ts';

const Zone = styled('span')({ fontSize: 12, lineHeight: '18px', color: 'var(--ink-3)' });

/** A day. What is none stays text, for validation to name it rather than to lose it. */
export function DateWidget(props: WidgetProps<string>) {
  return (
    <TypedDate
      {...props}
      format={(value = '') => (readDay(value) === value ? typedDay(value) : value)}
      parse={(text) => readDay(text) ?? (text.trim() || undefined)}
    />
  );
}

/** A moment, entered on the clock of `options.timeZone` (else of this computer) and stored in UTC. */
export function DateTimeWidget(props: WidgetProps<string>) {
  const zone = zoneOf(props.field);
  return (
    <TypedDate
      {...props}
      time
      zone={zone ?? zoneLabel(undefined)}
      aside={<Zone>{zoneLabel(zone)}</Zone>}
      format={(value = '') => {
        const wall = toWallTime(value, zone);
        return wall === '' ? value : typedWallTime(wall);
      }}
      parse={(text) => {
        const wall = readWallTime(text);
        return wall === undefined ? text.trim() || undefined : fromWallTime(wall, zone);
      }}
    />
  );
}

interface TypedDateProps extends WidgetProps<string> {
  time?: boolean;
  zone?: string;
  aside?: React.ReactNode;
  format: (value: string | undefined) => string;
  parse: (text: string) => string | undefined;
}

function TypedDate({ time, zone, aside, format, parse, ...props }: TypedDateProps) {
  const draft = useTextDraft(props, format, parse);
  return (
    <FieldFrame widget={props} aside={aside}>
      {({ id, ...aria }) => (
        <DateInput
          id={id}
          name={props.field.name}
          title={props.field.title}
          time={time}
          zone={zone}
          error={aria['aria-invalid']}
          text={draft.text}
          readOnly={props.state.readOnly}
          onText={draft.type}
          onLeave={draft.leave}
          aria={aria}
        />
      )}
    </FieldFrame>
  );
}
