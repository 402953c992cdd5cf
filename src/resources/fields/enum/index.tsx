import type { Choice, FieldModel } from '../../../../schemas/model/types.ts';
import { Badge, Dot } from '../shared/Badge.tsx';
import { ChoiceFilter } from '../shared/filters.ts';
import { NoValue } from '../../fieldKit/parts.tsx';
import { plainText } from '../../fieldKit/plainText.ts';
import { isBlank, matchType } from '../../fieldKit/types.ts';
import type { CellProps, FieldTypeDefinition } from '../../fieldKit/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const findChoice = (field: FieldModel, value: unknown): Choice | undefined =>
  field.choices?.find((choice) => String(choice.value) === String(value));

/** A badge where the field's choices have tones, else plain text. */
const createChoiceText = (State: typeof Badge) => {
  const ChoiceText = ({ field, value }: CellProps) => {
    if (isBlank(value)) return <NoValue />;
    const choice = findChoice(field, value);
    const label = choice?.label ?? plainText(value);
    return field.choices?.some((one) => one.tone) ? <State tone={choice?.tone}>{label}</State> : <>{label}</>;
  };
  return ChoiceText;
};
const EnumCell = createChoiceText(Dot);
const EnumDetail = createChoiceText(Badge);

export const enumeration: FieldTypeDefinition = {
  name: 'enum',
  tester: matchType('enum'),
  Cell: EnumCell,
  Detail: EnumDetail,
  Filter: ChoiceFilter,
  filterStaysOpen: true,
  FilterLabel: ({ field, value }) => (
    <>{(value[''] ?? []).map((one) => findChoice(field, one)?.label ?? one).join(t(', '))}</>
  ),
  editor: () => import('./editor.tsx'),
  readOnlyAsText: true,
  operators: [''],
  toText: (value, field) => findChoice(field, value)?.label ?? plainText(value),
};
