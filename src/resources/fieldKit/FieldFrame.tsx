import { styled } from '@mui/material/styles';
import { type ReactNode, use, useId } from 'react';
import type { EditorProps } from './editorTypes.ts';
import { SectionFieldsContext } from './SectionFields.ts';
import { SectionTitleContext } from './SectionTitleContext.ts';
import { useFieldError, useRevealFocus } from './useSession.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { longestError } from './longestError.ts';
import { OVER_NEXT_FIELD, MESSAGE_WITHOUT_HELP } from './messageStyles.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';
import { PHONE } from '../../theme/tokens.ts';

/** As wide as what is written into it, whatever room there is. */
const WIDTHS_PX: [types: string, width: number][] = [
  ['text, email, url, secret, reference', 560],
  ['long-text, tags', 720],
  ['enum', 400],
  ['phone, date-time', 256],
  ['date', 184],
  ['number', 160],
];
/** What is said of an input may be wider than it is, where nothing stands beside it. */
const MESSAGE_WIDTH_PX = 560;
/** Narrower ones stay as they are in a line of their own, where the others end at the form's one right edge. */
const FILLS_LINE_PX = 400;
/** Numbers alone are short on a phone; all else ends at one edge. */
const PHONE_FRAME = {
  [PHONE]: {
    '&&:not([data-type=number])': { maxWidth: 'none' },
    '&&&:not([data-type=number]) > *': { maxWidth: 'none' },
  },
};
const Frame = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 4,
  minWidth: 0,
  flex: '1 1 0',
  // A date with its time is never cut: where there is no room beside others it takes a line of its own.
  '&[data-type=date-time]': { minWidth: 'min(100%, 224px)' },
  // What has a few characters is no wider than they need.
  '&[data-short] > :not([data-said])': { maxWidth: 96 },
  // Its zone ends where the input does.
  '&[data-type=date-time] > [data-label]': { maxWidth: 256 },
  ...Object.fromEntries(
    WIDTHS_PX.map(([types, width]) => [
      `&:is(${types
        .split(', ')
        .map((type) => `[data-type=${type}]`)
        .join(', ')})`,
      {
        maxWidth: `var(--input-width, var(--line-width, ${width}px))`,
        '&:only-child': {
          maxWidth: `var(--input-width, var(--line-width, ${Math.max(width, MESSAGE_WIDTH_PX)}px))`,
          '& > :not([data-said])': {
            maxWidth: `var(--input-width, ${width < FILLS_LINE_PX ? `${width}px` : `var(--line-width, ${width}px)`})`,
          },
        },
      },
    ]),
  ),
  ...PHONE_FRAME,
});
const LabelRow = styled('div')({ display: 'flex', alignItems: 'baseline', minHeight: 20 });
/** Being required is the rule; what is not says so. */
export const Optional = styled('span')({
  marginLeft: 6,
  ...TEXT.small,
  color: 'var(--ink-3)',
});
const Label = styled('label')({
  ...TEXT.small,
  fontWeight: 500,
  color: 'var(--ink)',
});
/**
 * What is said below an input: its help, or what is wrong with it. The room of the longer one is kept beforehand, so
 * that nothing moves; where there is no help, a fault's first line takes what lies between the fields. What the services
 * say may be longer than any fault of the field's own rules: its other lines lie above what comes below.
 */
const FieldMessage = styled('div')({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  ...TEXT.caption,
  overflowWrap: 'break-word',
  '& > *, &::before, &::after': { gridArea: '1 / 1', margin: 0 },
  '&::before, &::after': { visibility: 'hidden' },
  '&::before': { content: 'attr(data-help)' },
  '&::after': { content: 'attr(data-fault)' },
  '&[data-alone]': MESSAGE_WITHOUT_HELP,
});
const HelpText = styled('p')({ color: 'var(--ink-3)' });
const ErrorText = styled('p')({
  position: 'absolute',
  inset: '0 0 auto',
  color: 'var(--danger)',
  ...OVER_NEXT_FIELD,
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
  fieldProps: Pick<EditorProps, 'field' | 'id' | 'pointer' | 'path' | 'fieldState'>;
  /** Shown at the right of the label: a counter, a time zone. */
  aside?: ReactNode;
  /** The input is no labelable element (a group of buttons): it is named by `aria-labelledby`. */
  group?: boolean;
  /** Shows errors of the items inside, too. */
  includeNestedErrors?: boolean;
  /** Said before a fault: the line that it is on. */
  errorPrefix?: string;
  /** As wide as a line of text, whatever its type. */
  wide?: boolean;
  /** Shown instead of the label above, for inputs that stand beside their label. */
  hideLabel?: boolean;
  children: (aria: InputAria) => ReactNode;
}

/** Label, help and fault around one input, tied to it for those who cannot see that they stand together. */
export function FieldFrame({
  fieldProps,
  aside,
  group,
  includeNestedErrors,
  errorPrefix: where = '',
  wide,
  hideLabel,
  children,
}: FrameProps) {
  const { field, id, pointer, path, fieldState } = fieldProps;
  const { help, needed } = use(SectionFieldsContext);
  const isOwn = path.length === 1;
  const description = (isOwn ? help?.[field.name] : undefined) ?? field.description;
  const isNeeded = fieldState.required || (isOwn && needed?.includes(field.name));
  const own = useId();
  // A section that is called after its one field says so already.
  const isSaid = use(SectionTitleContext) === field.title && isOwn && !aside;
  const error = useFieldError(pointer, includeNestedErrors);
  useRevealFocus(path);
  const described = error ? `${own}-error` : description ? `${own}-help` : '';
  return (
    <Frame
      data-field={field.name}
      data-type={wide ? 'text' : field.type}
      data-short={(field.maxLength ?? 99) < 5 || undefined}
    >
      {!hideLabel && (
        <LabelRow data-label style={isSaid ? visuallyHidden : undefined}>
          <Label id={`${own}-label`} as={group ? 'span' : 'label'} htmlFor={group ? undefined : id}>
            {field.title}
          </Label>
          {!isNeeded && !fieldState.readOnly && field.default === undefined && (
            <Optional aria-hidden>{t('optional')}</Optional>
          )}
          <span style={{ flex: 1, minWidth: 8 }} />
          {aside}
        </LabelRow>
      )}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-required': fieldState.required || undefined,
        'aria-describedby': described || undefined,
        'aria-labelledby': `${own}-label`,
      })}
      {hideLabel && (
        <span id={`${own}-label`} hidden>
          {field.title}
        </span>
      )}
      {error || description || !fieldState.readOnly ? (
        <FieldMessage
          data-said
          data-alone={!description || undefined}
          data-help={description}
          data-fault={fieldState.readOnly ? undefined : longestError(field)}
        >
          {error ? (
            <ErrorText id={`${own}-error`}>
              {where}
              {error}
            </ErrorText>
          ) : description ? (
            <HelpText id={`${own}-help`}>{description}</HelpText>
          ) : null}
        </FieldMessage>
      ) : null}
    </Frame>
  );
}
