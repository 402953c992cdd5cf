import type { Choice, FieldModel } from '../../../../schemas/model/types.ts';
import { Dot } from '../shared/Badge.tsx';
import { ChoiceFilter } from '../shared/filters.ts';
import { NoValue, ScreenReaderText } from '../../fieldKit/parts.tsx';
import { matchType } from '../../fieldKit/types.ts';
import type { CellProps, FieldTypeDefinition, FieldValue, FilterProps } from '../../fieldKit/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const YES_NO: Choice[] = [
  { value: true, label: t('Yes'), tone: 'success' },
  { value: false, label: t('No'), tone: 'neutral' },
];

/** The labels from the options `yes` and `no`. */
const readLabels = ({ options: { yes, no } }: FieldModel): Choice[] | undefined =>
  typeof yes === 'string' && typeof no === 'string'
    ? [
        { value: true, label: yes },
        { value: false, label: no },
      ]
    : undefined;
/** Schemas may define labels for the two values ("Active", "Paused"). */
const getChoices = (field: FieldModel): Choice[] =>
  field.choices?.length ? field.choices : (readLabels(field) ?? YES_NO);
const findChoice = (field: FieldModel, value: FieldValue): Choice | undefined =>
  getChoices(field).find((choice) => choice.value === value);

const BooleanCell = ({ field, value }: CellProps) => {
  const choice = findChoice(field, value);
  if (!choice) return <NoValue />;
  if (readLabels(field)) return <>{choice.label}</>;
  if (field.choices?.length) return <Dot tone={choice.tone}>{choice.label}</Dot>;
  return value === true ? (
    <span role="img" aria-label={choice.label}>
      ✓
    </span>
  ) : (
    <ScreenReaderText>{choice.label}</ScreenReaderText>
  );
};

const BooleanDetail = ({ field, value }: CellProps) => <>{findChoice(field, value)?.label}</>;

const BooleanFilter = (props: FilterProps) => <ChoiceFilter {...props} choices={getChoices(props.field)} />;

export const boolean: FieldTypeDefinition = {
  name: 'boolean',
  tester: matchType('boolean'),
  Cell: BooleanCell,
  Detail: BooleanDetail,
  Filter: BooleanFilter,
  filterStaysOpen: true,
  FilterLabel: ({ field, value }) => (
    <>
      {(value[''] ?? [])
        .map((one) => getChoices(field).find((choice) => String(choice.value) === one)?.label ?? one)
        .join(t(', '))}
    </>
  ),
  editor: () => import('./editor.tsx'),
  readOnlyAsText: true,
  operators: [''],
  toText: (value, field) => findChoice(field, value)?.label ?? '',
};
