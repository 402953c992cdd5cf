import ContentCopy from '@mui/icons-material/ContentCopy';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useNotify } from 'react-admin';
import { matches } from '../../schemas/model/match.ts';
import { Cell } from './fieldKit/Value.tsx';
import { isBlank, type ListRecord } from './fieldKit/types.ts';
import { fieldNamed } from './columns.ts';
import type { ConsoleEntity } from './product.ts';
import { t } from '../../schemas/texts/translate.ts';
import { TEXT } from '../theme/text.ts';

const Facts = styled('section')({
  minWidth: 0,
  '& h2': { margin: '0 0 12px', fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  '& dl': {
    display: 'grid',
    gridTemplateColumns: 'fit-content(96px) minmax(0, 1fr)',
    gap: '6px 16px',
    margin: '0 0 12px',
    ...TEXT.small,
  },
  '& dt': { color: 'var(--ink-3)' },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
});

interface RecordFactsProps {
  model: ConsoleEntity;
  record: ListRecord;
}

/** What is known of a record in short lines; what nobody entered has none. */
export const RecordFacts = ({ model, record }: RecordFactsProps) => {
  const notify = useNotify();
  const facts = model.show.aside
    .map((name) => fieldNamed(model, name))
    .filter((field) => field !== undefined)
    .filter((field) => !isBlank(record[field.name]) && matches(field.visibleWhen, record));
  const copied = [
    ...model.show.copies.flatMap((name) => fieldNamed(model, name) ?? []),
    { name: 'id', title: 'ID' },
  ].filter(({ name }) => !isBlank(record[name]));
  const copy = (title: string, value: string): void =>
    void navigator.clipboard.writeText(value).then(
      () => notify(t('%{title} copied', { title }), { type: 'success' }),
      () => notify(t('The %{title} could not be copied: %{value}', { title, value }), { type: 'warning' }),
    );
  return (
    <Facts aria-label={t('Facts')}>
      <h2>{t('Facts')}</h2>
      <dl>
        {facts.map((field) => (
          <div key={field.name} style={{ display: 'contents' }}>
            <dt>{field.title}</dt>
            <dd>
              {/* Here is room for the exact time. */}
              <Cell
                field={field.type === 'date-time' ? { ...field, display: 'date-time' } : field}
                value={record[field.name]}
              />
            </dd>
          </div>
        ))}
      </dl>
      {copied.map(({ name, title }) => (
        <Button
          key={name}
          size="small"
          color="inherit"
          startIcon={<ContentCopy />}
          sx={{ display: 'flex', ml: { xs: '-12px', sm: -1.25 } }}
          onClick={() => copy(title, String(record[name]))}
        >
          {t('Copy %{title}', { title })}
        </Button>
      ))}
    </Facts>
  );
};
