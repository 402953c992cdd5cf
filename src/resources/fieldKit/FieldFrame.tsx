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

/** Maximum width of inputs by field type. */
const WIDTHS_PX: [types: string, width: number][] = [
  ['text, email, url, secret, reference', 560],
  ['long-text, tags', 720],
  ['enum', 400],
  ['phone, date-time', 256],
  ['date', 184],
  ['number', 160],
];
/** Messages may be wider than a narrow input. */
const MESSAGE_WIDTH_PX = 560;
/** Inputs of at least this width fill the form's line; narrower ones keep their width. */
const MIN_FULL_LINE_WIDTH_PX = 400;
/** On phones all inputs but numbers fill the line. */
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
  // A date with time is never cut; it wraps to its own line instead.
  '&[data-type=date-time]': { minWidth: 'min(100%, 224px)' },
  // Inputs of a few characters are narrow.
  '&[data-short] > :not([data-said])': { maxWidth: 96 },
  // Aligns the time zone with the input's right edge.
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
            maxWidth: `var(--input-width, ${width < MIN_FULL_LINE_WIDTH_PX ? `${width}px` : `var(--line-width, ${width}px)`})`,
          },
        },
      },
    ]),
  ),
  ...PHONE_FRAME,
});
const LabelRow = styled('div')({ display: 'flex', alignItems: 'baseline', minHeight: 20 });
/** Most fields are required; optional ones are marked. */
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
 * Help or error below an input. The height of the longer one is reserved, so that nothing moves; without help, an
 * error's first line uses the gap between fields. Further lines of a longer error from the services overlay the
 * content below.
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
/** ARIA attributes that connect an input with its label, help and error. */
export interface InputAria {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-required': boolean | undefined;
  'aria-describedby': string | undefined;
  'aria-labelledby': string;
}

interface FieldFrameProps {
  fieldProps: Pick<EditorProps, 'field' | 'id' | 'pointer' | 'path' | 'fieldState'>;
  /** Shown at the right of the label: a counter, a time zone. */
  aside?: ReactNode;
  /** The input is not labelable (a group of buttons), so it needs `aria-labelledby`. */
  group?: boolean;
  /** Also shows errors of nested values. */
  includeNestedErrors?: boolean;
  /** Text before the error, such as its line number. */
  errorPrefix?: string;
  /** Uses the width of a text input, whatever the type. */
  wide?: boolean;
  /** Hides the label above, for inputs that draw their own beside them. */
  hideLabel?: boolean;
  /** Shows the label to screen readers only, where the text beside it is its visible label. */
  redundantLabel?: boolean;
  children: (aria: InputAria) => ReactNode;
}

/** Label, help and error of one input, connected by ARIA attributes. */
export function FieldFrame({
  fieldProps,
  aside,
  group,
  includeNestedErrors,
  errorPrefix: prefix = '',
  wide,
  hideLabel,
  redundantLabel,
  children,
}: FieldFrameProps) {
  const { field, id, pointer, path, fieldState } = fieldProps;
  const { help, needed } = use(SectionFieldsContext);
  const isTopLevel = path.length === 1;
  const description = (isTopLevel ? help?.[field.name] : undefined) ?? field.description;
  const isMarkedRequired = fieldState.required || (isTopLevel && needed?.includes(field.name));
  const idBase = useId();
  // The section's title already shows the label.
  const isSectionTitle = use(SectionTitleContext) === field.title && isTopLevel && !aside;
  const isLabelRedundant = redundantLabel || isSectionTitle;
  const error = useFieldError(pointer, includeNestedErrors);
  useRevealFocus(path);
  const described = error ? `${idBase}-error` : description ? `${idBase}-help` : '';
  return (
    <Frame
      data-field={field.name}
      data-type={wide ? 'text' : field.type}
      data-short={(field.maxLength ?? 99) < 5 || undefined}
    >
      {!hideLabel && (
        <LabelRow data-label style={isLabelRedundant ? visuallyHidden : undefined}>
          <Label id={`${idBase}-label`} as={group ? 'span' : 'label'} htmlFor={group ? undefined : id}>
            {field.title}
          </Label>
          {!isMarkedRequired && !fieldState.readOnly && field.default === undefined && (
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
        'aria-labelledby': `${idBase}-label`,
      })}
      {hideLabel && (
        <span id={`${idBase}-label`} hidden>
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
            <ErrorText id={`${idBase}-error`}>
              {prefix}
              {error}
            </ErrorText>
          ) : description ? (
            <HelpText id={`${idBase}-help`}>{description}</HelpText>
          ) : null}
        </FieldMessage>
      ) : null}
    </Frame>
  );
}
