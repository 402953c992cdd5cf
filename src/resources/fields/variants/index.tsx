import { variantOf } from '../../../../schemas/model/fields.ts';
import { Badge } from '../shared/Badge.tsx';
import { FieldGroup } from '../shared/FieldGroup.tsx';
import { NoValue } from '../../fieldKit/parts.tsx';
import { formatFields } from '../object/index.tsx';
import { matchType } from '../../fieldKit/types.ts';
import type { CellProps, DetailProps, FieldTypeDefinition } from '../../fieldKit/types.ts';

const VariantsCell = ({ field, value }: CellProps) => {
  const variant = variantOf(field, value);
  return variant ? <Badge>{variant.title}</Badge> : <NoValue />;
};

const VariantsDetail = ({ field, value, Value }: DetailProps) => {
  const variant = variantOf(field, value);
  if (!variant) return <NoValue />;
  return (
    <>
      <Badge>{variant.title}</Badge>
      <FieldGroup fields={variant.fields} value={value} Value={Value} />
    </>
  );
};

export const variants: FieldTypeDefinition = {
  name: 'variants',
  tester: matchType('variants'),
  Cell: VariantsCell,
  Detail: VariantsDetail,
  structure: () => import('./editor.tsx'),
  operators: [],
  toText: (value, field, tools) => {
    const variant = variantOf(field, value);
    if (!variant) return '';
    return [variant.title, formatFields(value, variant.fields, tools)].filter(Boolean).join(' – ');
  },
};
