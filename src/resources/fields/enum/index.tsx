import type { Choice, FieldModel } from '../../../../schemas/model/types.ts';
import { Badge } from '../shared/Badge.tsx';
import { ChoiceFilter } from '../shared/filters.ts';
import { None } from '../shared/parts.tsx';
import { plainText } from '../text/index.tsx';
import { isBlank, ofType } from '../types.ts';
import type { CellProps, FieldTypeDefinition } from '../types.ts';

const choiceOf = (field: FieldModel, value: unknown): Choice | undefined =>
  field.choices?.find((choice) => String(choice.value) === String(value));

/** A badge where a choice has a tone; a plain word where no choice of the field has one. */
const EnumCell = ({ field, value }: CellProps) => {
  if (isBlank(value)) return <None />;
  const choice = choiceOf(field, value);
  const label = choice?.label ?? plainText(value);
  return field.choices?.some((one) => one.tone) ? <Badge tone={choice?.tone}>{label}</Badge> : <>{label}</>;
};

export const enumeration: FieldTypeDefinition = {
  name: 'enum',
  tester: ofType('enum'),
  Cell: EnumCell,
  Filter: ChoiceFilter,
  filterStaysOpen: true,
  FilterLabel: ({ field, value }) => (
    <>{(value[''] ?? []).map((one) => choiceOf(field, one)?.label ?? one).join(', ')}</>
  ),
  operators: [''],
  toText: (value, field) => choiceOf(field, value)?.label ?? plainText(value),
};
