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

/** Lists of one word each are read whole; what has an inside of its own is said in a line. */
const isInOneLine = ({ type, item }: FieldModel): boolean =>
  ['object', 'variants', 'conditions'].includes(type) ||
  (type === 'list' && item?.fields !== undefined) ||
  item?.variants !== undefined;

/** Nobody filled it in; No and 0 are answers. */
const isNothing = (value: unknown): boolean =>
  typeof value !== 'boolean' && typeof value !== 'number' && countValues(value) === 0;

/** A record in short lines: what it consists of, unless that is drawn above, and what its list shows of it. */
export const MainFacts = ({ model, record }: { model: ConsoleEntity; record: ListRecord }) => {
  const drawn = new Set(model.list.preview ? model.form.main.flatMap(({ rows }) => rows.flat()) : []);
  const parts = sectionsOf(model).flatMap(({ rows }) => rows.flat());
  const names = new Set([
    ...(model.list.preview ? [] : parts),
    ...model.list.columns.filter((name) => !drawn.has(name) || fieldNamed(model, name)?.item === undefined),
  ]);
  const shown = [...names].flatMap((name) => {
    const field = fieldNamed(model, name);
    // What the head says and the facts say is left out, as is what nobody filled in.
    if (model.show.aside.includes(name)) return [];
    if (!field || field.constant !== undefined || model.recordTitle === `{{${name}}}`) return [];
    if (model.list.preview && field.type === 'file') return [];
    return isNothing(record[name]) || !matches(field.visibleWhen, record) ? [] : [field];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-label={t('In short')}>
      <Facts>
        {shown.map((field) => {
          const Shown = isInOneLine(field) ? Cell : Detail;
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
