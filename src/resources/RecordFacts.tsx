import ContentCopy from '@mui/icons-material/ContentCopy';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useNotify } from 'react-admin';
import { zoneOfTimes } from '../../schemas/model/systemFields.ts';
import { zoneLabel } from '../../schemas/model/zonedTime.ts';
import { matches } from '../../schemas/model/match.ts';
import { Cell } from './fieldKit/Value.tsx';
import { isBlank, type ListRecord } from './fieldKit/types.ts';
import { fieldNamed } from './columns.ts';
import type { ConsoleEntity } from './product.ts';
import { t } from '../../schemas/texts/translate.ts';
import { TEXT } from '../theme/text.ts';
import { visuallyHidden } from '../ui/visuallyHidden.ts';
import { PHONE } from '../theme/tokens.ts';

const Facts = styled('section')({
  minWidth: 0,
  '& h2': { margin: '0 0 12px', fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  '& dl': {
    display: 'grid',
    gridTemplateColumns: 'fit-content(96px) minmax(0, 1fr)',
    gap: '6px 16px',
    margin: '0 0 12px',
    ...TEXT.small,
    // Aligned with the values of the sections above.
    [PHONE]: { gridTemplateColumns: '112px minmax(0, 1fr)' },
  },
  '& dt': { color: 'var(--ink-3)' },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
  '& p': { margin: '0 0 12px', ...TEXT.caption, color: 'var(--ink-3)' },
  // One line at the end of a page.
  '&[data-line]': {
    ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 24px', minHeight: 48 },
    '& h2': visuallyHidden,
    '& dl': { display: 'flex', flexWrap: 'wrap', gap: '4px 24px', margin: 0 },
    '& dl > div': { display: 'flex', gap: 8 },
  },
});

/** Icons align with the facts. */
const Copies = styled('div')({
  ...{ display: 'flex', flexWrap: 'wrap', gap: '0 8px', marginLeft: -10 },
  // Quieter than the facts above.
  '& > button': {
    ...{ maxWidth: '100%', whiteSpace: 'normal', textAlign: 'left' },
    ...{ ...TEXT.caption, fontWeight: 400, color: 'var(--ink-3)' },
  },
  '& > button svg': { fontSize: '14px !important' },
  [PHONE]: { marginLeft: -12 },
});

interface RecordFactsProps {
  model: ConsoleEntity;
  record: ListRecord;
  /** In one line, without the fields below the record's title. */
  inLine?: boolean;
}

/** Facts of a record as a description list, without blank ones. */
export const RecordFacts = ({ model, record, inLine = false }: RecordFactsProps) => {
  const notify = useNotify();
  const facts = model.show.aside
    .filter((name) => !inLine || !model.show.meta.includes(name))
    .map((name) => fieldNamed(model, name))
    .filter((field) => field !== undefined)
    .filter((field) => !isBlank(record[field.name]) && matches(field.visibleWhen, record));
  // Shown once below, not in each title.
  const zone = zoneOfTimes(model.fields);
  const zoneInTitle = zone === undefined ? '' : ` (${zoneLabel(zone)})`;
  const copyable = [
    ...model.show.copies.flatMap((name) => fieldNamed(model, name) ?? []),
    { name: 'id', title: 'ID' },
  ].filter(({ name }) => !isBlank(record[name]));
  const copy = (title: string, value: string): void =>
    void navigator.clipboard.writeText(value).then(
      () => notify(t('%{title} copied', { title }), { type: 'success' }),
      () => notify(t('The %{title} could not be copied: %{value}', { title, value }), { type: 'warning' }),
    );
  return (
    <Facts aria-label={t('Facts')} data-line={inLine || undefined}>
      <h2>{t('Facts')}</h2>
      <dl>
        {facts.map((field) => (
          <div key={field.name} style={inLine ? undefined : { display: 'contents' }}>
            <dt>{zone === undefined ? field.title : field.title.replace(zoneInTitle, '')}</dt>
            <dd>
              <Cell
                field={field.type === 'date-time' ? { ...field, display: 'date-time' } : field}
                value={record[field.name]}
              />
            </dd>
          </div>
        ))}
      </dl>
      {zone !== undefined && <p>{t('Times in %{field}', { field: zoneLabel(zone) })}</p>}
      <Copies>
        {copyable.map(({ name, title }) => (
          <Button
            key={name}
            size="small"
            color="inherit"
            startIcon={<ContentCopy />}
            onClick={() => copy(title, String(record[name]))}
          >
            {t('Copy %{title}', { title })}
          </Button>
        ))}
      </Copies>
    </Facts>
  );
};
