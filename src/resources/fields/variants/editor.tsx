import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { styled } from '@mui/material/styles';
import type { FieldProps } from '@rjsf/utils';
import { type ComponentType, useCallback, useContext, useId } from 'react';
import { childFields } from '../../../../schemas/model/fields.ts';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import { FormIcon } from '../../fieldKit/FormIcon.tsx';
import { Optional } from '../../fieldKit/FieldFrame.tsx';
import { modelOf, buildObjectSchema } from '../../fieldKit/formSchema.ts';
import { SectionTitleContext } from '../../fieldKit/SectionTitleContext.ts';
import { StablePlaceContext, useStablePlace } from '../../fieldKit/useListEditor.ts';
import { pointerOf } from '../../fieldKit/pointers.ts';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import { useFieldError, useFieldState, useFormSession, useValueAt } from '../../fieldKit/useSession.ts';
import { sideBySide } from '../shared/SegmentedChoices.tsx';
import { switchVariant } from './switchVariant.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

const Column = styled('div', { shouldForwardProp: (name) => name !== 'unseen' })<{ unseen?: string }>(
  ({ unseen }) => ({
    ...{ display: 'flex', flex: 1, flexDirection: 'column', gap: 16, minWidth: 0 },
    ...(unseen !== undefined && { [unseen]: visuallyHidden }),
  }),
);
const Picker = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  flexWrap: 'wrap',
  fontSize: 12,
  color: 'var(--ink-2)',
  // No icon beside the chosen title.
  '& .MuiSelect-select > svg': { display: 'none' },
});
const Heading = styled('div')({ marginBottom: -10, ...TEXT.small, fontWeight: 500 });
/** A type in the menu, with its description. */
const VariantOption = styled('span')({
  display: 'flex',
  gap: 10,
  minWidth: 0,
  whiteSpace: 'normal',
  '& > svg': { marginTop: 1, fontSize: 18, color: 'var(--ink-3)' },
  '& small': { display: 'block', ...TEXT.caption, color: 'var(--ink-3)' },
});
/** The type of a read-only value. */
const ReadOnlyType = styled('span')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  ...TEXT.body,
  color: 'var(--ink)',
});
const ErrorText = styled('span')({ color: 'var(--danger)' });

/** No type, for an optional field. */
const NONE = '';

/**
 * An object with variants: a picker of the type and the fields of the chosen one. The values of the other types stay in
 * memory while the form is open, so that switching back restores them; only the chosen variant is stored.
 */
export default function VariantsField(props: FieldProps) {
  const { fieldPathId, registry, uiSchema } = props;
  const field = modelOf(uiSchema);
  const variants = field?.variants;
  if (!field || !variants) throw new Error(`No variants for ${fieldPathId.$id}`);
  const { path } = fieldPathId;
  const { discriminator, options } = variants;
  const session = useFormSession();
  const parentPlace = useStablePlace();
  const place = field.name === '*' ? parentPlace : `${parentPlace}/${field.name}`;
  const state = useFieldState(field, path);
  const value = (useValueAt(path) ?? {}) as JsonObject;
  const chosen = options.find((option) => option.value === value[discriminator]);
  const error = useFieldError(pointerOf([...path, discriminator]));
  const labelId = useId();
  const isSideBySide = field.options['sideBySide'] === true;
  // The list names its items.
  const isNamed = typeof path.at(-1) === 'number';
  const isTitleShown = useContext(SectionTitleContext) === field.title || isNamed;
  const isOptional = !state.required && path.length === 1;

  const choose = useCallback(
    (to: string) => {
      const current = (session.read(path) ?? {}) as JsonObject;
      if (to === NONE) {
        session.setValue(path, undefined);
        return;
      }
      const memory = session.variantValues.get(place) ?? new Map<string, JsonObject>();
      session.variantValues.set(place, memory);
      const from = current[discriminator];
      if (typeof from === 'string') memory.set(from, current);
      session.setValue(path, switchVariant(variants, current, to, memory.get(to)));
    },
    [session, path, place, discriminator, variants],
  );

  const SchemaField = registry.fields['SchemaField'] as ComponentType<FieldProps>;
  const fields = childFields(field, value);
  const inner = chosen && buildObjectSchema(fields);
  // Hides the label of a first field with the title of the type, where a counter beside it keeps the line.
  const first = fields.find(({ constant }) => constant === undefined);
  const redundantLabelField =
    first && first.title === chosen?.title && !first.reference ? first.name : undefined;
  const redundantLabel = `& [data-field="${redundantLabelField}"] > [data-label]:has(> label + span:last-child)`;
  return (
    <Column data-variants unseen={redundantLabelField === undefined ? undefined : redundantLabel}>
      {!isTitleShown && (
        <Heading data-label aria-hidden>
          {field.title}
          {isOptional && !state.readOnly && <Optional>{t('optional')}</Optional>}
        </Heading>
      )}
      <Picker data-picker>
        <span id={labelId} hidden>
          {t('Type of %{title}', { title: field.title.toLowerCase() })}
        </span>
        {state.readOnly ? (
          <ReadOnlyType role="group" aria-labelledby={labelId} id={session.id([...path, discriminator])}>
            {chosen && <FormIcon name={chosen.icon ?? chosen.value} />}
            {chosen?.title ?? t('None')}
          </ReadOnlyType>
        ) : isSideBySide ? (
          <ToggleButtonGroup
            exclusive
            id={session.id([...path, discriminator])}
            tabIndex={-1}
            aria-labelledby={labelId}
            value={chosen?.value ?? NONE}
            sx={sideBySide}
            onChange={(_event, to: string | null) => {
              if (to !== null) choose(to);
            }}
          >
            {isOptional && <ToggleButton value={NONE}>{t('None')}</ToggleButton>}
            {options.map(({ value: kind, title }) => (
              <ToggleButton key={kind} value={kind}>
                {title}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        ) : (
          <Select
            size="small"
            labelId={labelId}
            error={error !== undefined}
            value={chosen?.value ?? ''}
            displayEmpty
            onChange={(event) => choose(event.target.value)}
            SelectDisplayProps={{ id: session.id([...path, discriminator]) }}
            renderValue={() =>
              chosen ? (
                <>
                  <FormIcon name={chosen.icon ?? chosen.value} />
                  {chosen.title}
                </>
              ) : isOptional ? (
                t('None')
              ) : (
                t('Choose a type')
              )
            }
            sx={{ minWidth: 160 }}
          >
            {isOptional && <MenuItem value={NONE}>{t('None')}</MenuItem>}
            {options.map((option) => (
              <MenuItem
                key={option.value}
                value={option.value}
                aria-label={option.title}
                aria-description={option.description}
              >
                <VariantOption>
                  <FormIcon name={option.icon ?? option.value} />
                  <span>
                    {option.title}
                    {option.description ? <small>{option.description}</small> : null}
                  </span>
                </VariantOption>
              </MenuItem>
            ))}
          </Select>
        )}
        {error ? (
          <ErrorText>{error}</ErrorText>
        ) : (
          !state.readOnly && <span data-about>{chosen?.description}</span>
        )}
      </Picker>
      {inner ? (
        <StablePlaceContext value={place}>
          <SchemaField key={chosen.value} {...props} schema={inner.schema} uiSchema={inner.uiSchema} />
        </StablePlaceContext>
      ) : null}
    </Column>
  );
}
