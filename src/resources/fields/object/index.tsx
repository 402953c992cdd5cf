import type { FieldModel } from '../../../../schemas/model/types.ts';
import { Group, inside, isFilled } from '../shared/Group.tsx';
import { None } from '../shared/parts.tsx';
import { plainText } from '../text/index.tsx';
import { isBlank, ofType } from '../types.ts';
import type { CellProps, DetailProps, FieldTypeDefinition, FieldValue, TextTools } from '../types.ts';

/** `Label: value · Label: value`, of the filled fields. */
export const groupText = (value: FieldValue, fields: FieldModel[], tools: TextTools): string =>
  fields
    .filter((field) => field.constant === undefined && isFilled(inside(value, field.name)))
    .map((field) => `${field.title}: ${tools.text(inside(value, field.name), field)}`)
    .join(' · ');

/** The first scalar values, without labels: a cell only has to remind of what is inside. */
const ObjectCell = ({ field, value }: CellProps) => {
  const values = (field.fields ?? [])
    .map((child) => inside(value, child.name))
    .filter((one) => !isBlank(one) && typeof one !== 'object' && typeof one !== 'boolean');
  return values.length === 0 ? <None /> : <>{values.slice(0, 3).map(plainText).join(' · ')}</>;
};

const ObjectDetail = ({ field, value, Value }: DetailProps) => (
  <Group fields={field.fields ?? []} value={value} Value={Value} />
);

export const object: FieldTypeDefinition = {
  name: 'object',
  tester: ofType('object'),
  Cell: ObjectCell,
  Detail: ObjectDetail,
  operators: [],
  toText: (value, field, tools) => groupText(value, field.fields ?? [], tools),
};
