import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import { FieldFrame } from '../fields/FieldFrame.tsx';
import { useTextDraft } from '../fields/useTextDraft.ts';
import type { WidgetProps } from './registry.ts';
import { fromWallTime, toWallTime, zoneLabel } from '../../../../schemas/model/zonedTime.ts';

const Zone = styled('span')({ fontSize: 12, lineHeight: '18px', opacity: 0.75 });

/** A day. */
export function DateWidget(props: WidgetProps<string>) {
  return (
    <NativeDate {...props} type="date" format={(value) => value ?? ''} parse={(text) => text || undefined} />
  );
}

/** A moment, entered on the clock of `options.timeZone` (else of this computer) and stored in UTC. */
export function DateTimeWidget(props: WidgetProps<string>) {
  const zone = props.field.options['timeZone'];
  const named = typeof zone === 'string' ? zone : undefined;
  return (
    <NativeDate
      {...props}
      type="datetime-local"
      aside={<Zone>{zoneLabel(named)}</Zone>}
      format={(value) => toWallTime(value, named)}
      parse={(text) => fromWallTime(text, named)}
    />
  );
}

interface NativeDateProps extends WidgetProps<string> {
  type: 'date' | 'datetime-local';
  aside?: React.ReactNode;
  format: (value: string | undefined) => string;
  parse: (text: string) => string | undefined;
}

function NativeDate({ type, aside, format, parse, ...props }: NativeDateProps) {
  const draft = useTextDraft(props, format, parse);
  return (
    <FieldFrame widget={props} aside={aside}>
      {({ id, ...aria }) => (
        <OutlinedInput
          id={id}
          name={props.field.name}
          size="small"
          type={type}
          error={aria['aria-invalid']}
          value={draft.text}
          readOnly={props.state.readOnly}
          onChange={(event) => draft.type(event.target.value)}
          onBlur={draft.leave}
          slotProps={{ input: aria }}
          sx={{ maxWidth: 260 }}
        />
      )}
    </FieldFrame>
  );
}
