import type { Choice, FieldModel } from '../../../../schemas/model/types.ts';
import { Badge } from '../shared/Badge.tsx';
import { ChoiceFilter } from '../shared/filters.ts';
import { None } from '../shared/parts.tsx';
import { ofType } from '../types.ts';
import type { CellProps, FieldTypeDefinition, FieldValue, FilterProps } from '../types.ts';

const YES_NO: Choice[] = [
  { value: true, label: 'Yes', tone: 'success' },
  { value: false, label: 'No', tone: 'neutral' },
];

/** A schema may name the two states its own way ("Active", "Paused"). */
const choicesOf = (field: FieldModel): Choice[] => (field.choices?.length ? field.choices : YES_NO);
const choiceOf = (field: FieldModel, value: FieldValue): Choice | undefined =>
  choicesOf(field).find((choice) => choice.value === value);

const BooleanCell = ({ field, value }: CellProps) => {
  const choice = choiceOf(field, value);
  return choice ? <Badge tone={choice.tone}>{choice.label}</Badge> : <None />;
};

const BooleanFilter = (props: FilterProps) => <ChoiceFilter {...props} choices={choicesOf(props.field)} />;

export const boolean: FieldTypeDefinition = {
  name: 'boolean',
  tester: ofType('boolean'),
  Cell: BooleanCell,
  Filter: BooleanFilter,
  filterStaysOpen: true,
  FilterLabel: ({ field, value }) => (
    <>
      {(value[''] ?? [])
        .map((one) => choicesOf(field).find((choice) => String(choice.value) === one)?.label ?? one)
        .join(', ')}
    </>
  ),
  operators: [''],
  toText: (value, field) => choiceOf(field, value)?.label ?? '',
};
