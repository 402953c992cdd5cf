import { styled } from '@mui/material/styles';
import { matches } from '../../../../schemas/model/match.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { Cell, Detail } from '../../fieldKit/Value.tsx';
import type { ListRecord } from '../../fieldKit/types.ts';
import type { ConsoleEntity } from '../../product.ts';
import { countValues } from '../../fieldKit/optionalFields.ts';
import { sectionsOf } from '../../sections.ts';
import { fieldNamed } from '../../columns.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

const Facts = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'fit-content(112px) minmax(0, 1fr)',
  gap: '8px 16px',
  margin: 0,
  ...TEXT.small,
  '& dt': { color: 'var(--ink-3)' },
  '& dd': { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
});

/** Structured values are shown as one-line cells; simple lists in full. */
const showsAsCell = ({ type, item }: FieldModel): boolean =>
  ['object', 'variants', 'conditions'].includes(type) ||
  (type === 'list' && item?.fields !== undefined) ||
  item?.variants !== undefined;

/** Whether a value is blank; false and 0 are values. */
const isEmpty = (value: unknown): boolean =>
  typeof value !== 'boolean' && typeof value !== 'number' && countValues(value) === 0;

/** The fields of a peeked record: those of its form, unless the preview shows them, and its list columns. */
export const PeekFields = ({ model, record }: { model: ConsoleEntity; record: ListRecord }) => {
  const previewedNames = new Set(
    model.list.preview ? model.form.main.flatMap(({ rows }) => rows.flat()) : [],
  );
  const sectionNames = sectionsOf(model).flatMap(({ rows }) => rows.flat());
  const names = new Set([
    ...(model.list.preview ? [] : sectionNames),
    ...model.list.columns.filter(
      (name) => !previewedNames.has(name) || fieldNamed(model, name)?.item === undefined,
    ),
  ]);
  const shown = [...names].flatMap((name) => {
    const field = fieldNamed(model, name);
    // Omits fields of the header and the record facts, and blank ones.
    if (model.show.aside.includes(name)) return [];
    if (!field || field.constant !== undefined || model.recordTitle === `{{${name}}}`) return [];
    if (model.list.preview && field.type === 'file') return [];
    return isEmpty(record[name]) || !matches(field.visibleWhen, record) ? [] : [field];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-label={t('In short')}>
      <Facts>
        {shown.map((field) => {
          const Shown = showsAsCell(field) ? Cell : Detail;
          return (
            <div key={field.name} style={{ display: 'contents' }}>
              <dt>{field.title}</dt>
              <dd>
                <Shown field={field} value={record[field.name]} />
              </dd>
            </div>
          );
        })}
      </Facts>
    </section>
  );
};
