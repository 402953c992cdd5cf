import type { FieldModel } from '../../../../schemas/model/types.ts';
import { FieldGroup, nestedValue, isFilled } from '../shared/FieldGroup.tsx';
import { NoValue } from '../../fieldKit/parts.tsx';
import { plainText } from '../../fieldKit/plainText.ts';
import type { NamedEditor } from '../../fieldKit/editorTypes.ts';
import { isBlank, matchType } from '../../fieldKit/types.ts';
import type {
  CellProps,
  DetailProps,
  FieldTypeDefinition,
  FieldValue,
  TextTools,
} from '../../fieldKit/types.ts';

/** Formats the filled fields as `Label: value · Label: value`. */
export const formatFields = (value: FieldValue, fields: FieldModel[], tools: TextTools): string =>
  fields
    .filter((field) => field.constant === undefined && isFilled(nestedValue(value, field.name)))
    .map((field) => `${field.title}: ${tools.text(nestedValue(value, field.name), field)}`)
    .join(' · ');

/** The first scalar values without labels, which is enough for a cell. */
const ObjectCell = ({ field, value }: CellProps) => {
  const values = (field.fields ?? [])
    .map((child) => nestedValue(value, child.name))
    .filter((one) => !isBlank(one) && typeof one !== 'object' && typeof one !== 'boolean');
  return values.length === 0 ? <NoValue /> : <>{values.slice(0, 3).map(plainText).join(' · ')}</>;
};

const ObjectDetail = ({ field, value, Value }: DetailProps) => (
  <FieldGroup fields={field.fields ?? []} value={value} Value={Value} />
);

export const object: FieldTypeDefinition = {
  name: 'object',
  tester: matchType('object'),
  Cell: ObjectCell,
  Detail: ObjectDetail,
  operators: [],
  toText: (value, field, tools) => formatFields(value, field.fields ?? [], tools),
};

/** Fields as lines of a sentence; rendered by the form's layout. */
export const lines: NamedEditor = { name: 'lines' };
