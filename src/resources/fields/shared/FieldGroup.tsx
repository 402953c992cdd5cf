import { styled } from '@mui/material/styles';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { isBlank } from '../../fieldKit/types.ts';
import type { DetailProps, FieldValue } from '../../fieldKit/types.ts';
import { Muted, NoValue } from '../../fieldKit/parts.tsx';

/** Labels beside their values. */
export const Rows = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'minmax(80px, max-content) minmax(0, 1fr)',
  gap: '4px 16px',
  margin: 0,
  '& dd': { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
});

/** Whether a nested value is neither blank nor an empty list or object. */
export const isFilled = (value: FieldValue): boolean =>
  !isBlank(value) &&
  !(Array.isArray(value) && value.length === 0) &&
  !(typeof value === 'object' && Object.keys(value).length === 0);

/** The value of a field inside an object. */
export const nestedValue = (value: FieldValue, name: string): FieldValue =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && Object.hasOwn(value, name)
    ? value[name]
    : undefined;

/** The filled fields of a nested object with their labels, without generated and constant ones. */
export const FieldGroup = ({
  fields,
  value,
  Value,
}: { fields: FieldModel[] } & Omit<DetailProps, 'field'>) => {
  const filled = fields.filter(
    ({ name, constant, generated }) =>
      constant === undefined && generated === undefined && isFilled(nestedValue(value, name)),
  );
  if (filled.length === 0) return <NoValue />;
  return (
    <Rows>
      {filled.map((field) => (
        <div key={field.name} style={{ display: 'contents' }}>
          <dt>
            <Muted>{field.title}</Muted>
          </dt>
          <dd>
            <Value field={field} value={nestedValue(value, field.name)} />
          </dd>
        </div>
      ))}
    </Rows>
  );
};
