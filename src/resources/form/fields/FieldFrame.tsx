import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import type { EditorProps } from '../../fields/editorTypes.ts';
import { useFieldError, useRevealFocus } from '../useSession.ts';

/** As wide as what is written into it, whatever room there is. */
const Frame = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 4,
  minWidth: 0,
  flex: '1 1 0',
  '&:is([data-type=text], [data-type=email], [data-type=url], [data-type=secret], [data-type=reference])': {
    maxWidth: 560,
  },
  '&[data-type=long-text], &[data-type=tags]': { maxWidth: 720 },
  '&[data-type=enum]': { maxWidth: 400 },
  '&:is([data-type=phone], [data-type=date-time])': { maxWidth: 256 },
  '&[data-type=date]': { maxWidth: 184 },
  '&[data-type=number]': { maxWidth: 160 },
});
const LabelRow = styled('div')({ display: 'flex', alignItems: 'baseline', minHeight: 20 });
/** Being required is the rule; what is not says so. */
export const Optional = styled('span')({
  marginLeft: 6,
  fontSize: 13,
  lineHeight: '20px',
  color: 'var(--ink-3)',
});
const Label = styled('label')(({ theme }) => ({
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 500,
  color: theme.vars ? theme.vars.palette.text.primary : theme.palette.text.primary,
}));
const Help = styled('p')({
  margin: 0,
  fontSize: 12,
  lineHeight: '18px',
  color: 'var(--ink-3)',
});
const Fault = styled('p')({
  margin: 0,
  fontSize: 12,
  lineHeight: '18px',
  color: 'var(--danger)',
  // Where no help gives way to it, its first line takes the room between the fields, so that nothing moves.
  '&[data-alone]': { lineHeight: '16px', margin: '-3px 0 var(--fault-room, 0px)' },
});
/** What ties an input to its label, help and fault. */
export interface InputAria {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-required': boolean | undefined;
  'aria-describedby': string | undefined;
  'aria-labelledby': string;
}

interface FrameProps {
  widget: Pick<EditorProps, 'field' | 'id' | 'pointer' | 'path' | 'state'>;
  /** Shown at the right of the label: a counter, a time zone. */
  aside?: ReactNode;
  /** The input is no labelable element (a group of buttons): it is named by `aria-labelledby`. */
  group?: boolean;
  /** Faults of items inside count as faults of this input. */
  deep?: boolean;
  /** Said before a fault: the line that it is on. */
  where?: string;
  /** Shown instead of the label above, for inputs that stand beside their label. */
  hideLabel?: boolean;
  children: (aria: InputAria) => ReactNode;
}

/** Label, help and fault around one input, tied to it for those who cannot see that they stand together. */
export function FieldFrame({ widget, aside, group, deep, where = '', hideLabel, children }: FrameProps) {
  const { field, id, pointer, path, state } = widget;
  const own = useId();
  const error = useFieldError(pointer, deep);
  useRevealFocus(path);
  const described = error ? `${own}-error` : field.description ? `${own}-help` : '';
  return (
    <Frame data-field={field.name} data-type={field.type}>
      {!hideLabel && (
        <LabelRow data-label>
          <Label id={`${own}-label`} as={group ? 'span' : 'label'} htmlFor={group ? undefined : id}>
            {field.title}
          </Label>
          {!state.required && !state.readOnly && <Optional aria-hidden>optional</Optional>}
          <span style={{ flex: 1, minWidth: 8 }} />
          {aside}
        </LabelRow>
      )}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-required': state.required || undefined,
        'aria-describedby': described || undefined,
        'aria-labelledby': `${own}-label`,
      })}
      {hideLabel && (
        <span id={`${own}-label`} hidden>
          {field.title}
        </span>
      )}
      {error ? (
        <Fault id={`${own}-error`} data-alone={!field.description || undefined}>
          {where}
          {error}
        </Fault>
      ) : (
        field.description && <Help id={`${own}-help`}>{field.description}</Help>
      )}
    </Frame>
  );
}
