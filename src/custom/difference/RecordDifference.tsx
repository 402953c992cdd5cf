import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useDataProvider, useRecordContext, useResourceContext } from 'react-admin';
import { zoneOfTimes } from '../../../schemas/model/systemFields.ts';
import type { DifferencePart, RecordDifference } from '../../../schemas/model/responses.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { timeWithZone } from '../../resources/fields/date-time/index.tsx';
import type { ListRecord } from '../../resources/fieldKit/types.ts';
import { BeforeAfter, ValueChanges } from '../../resources/history/ChangeTable.tsx';
import { entityByName, hasEntity } from '../../resources/product.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** From this width on it is open beside the form or the page; below, it is closed at first. */
const WIDE = '(min-width:900px)';

const Frame = styled('section')({
  flex: 'none',
  margin: '0 0 16px',
  border: '1px solid var(--line)',
  borderRadius: 8,
  ...TEXT.small,
  '[data-zones] > &': { margin: '0 0 12px' },
  '& > p': { margin: 0, padding: '10px 12px', overflowWrap: 'anywhere', borderRadius: '7px 7px 0 0' },
  '& > p:last-child': { borderRadius: 7 },
  '& > p[data-returned]': { background: 'var(--warning-soft)', color: 'var(--ink)' },
  '& > details': { padding: '0 12px' },
  '& > p + details': { borderTop: '1px solid var(--line)' },
  '& summary': { display: 'flex', flexWrap: 'wrap', gap: '0 8px', padding: '10px 0', cursor: 'pointer' },
  '& summary::before': {
    content: '""',
    width: 6,
    height: 6,
    margin: '6px 4px 0 2px',
    flex: 'none',
    borderRight: '1.5px solid var(--ink-2)',
    borderBottom: '1.5px solid var(--ink-2)',
    transform: 'rotate(-45deg)',
  },
  '& [open] > summary::before': { transform: 'rotate(45deg)', marginTop: 4 },
  '& summary h2': { margin: 0, fontSize: 'inherit', lineHeight: 'inherit', fontWeight: 600 },
  '& summary span': { color: 'var(--ink-2)' },
  '& h3': { margin: '0 0 6px', ...TEXT.small, fontWeight: 600 },
  '& h3 ~ h3': { marginTop: 16 },
  '& .lines': { whiteSpace: 'pre-wrap' },
});

const Scroll = styled('div')({
  maxHeight: 'min(320px, 40vh)',
  overflow: 'auto',
  margin: '0 -12px',
  padding: '0 12px 12px',
});

/** Differences between the approved record and the current one, and the note of its return. */
export function RecordDifferencePanel() {
  const record = useRecordContext<ListRecord>();
  const resource = useResourceContext() ?? '';
  const provider = useDataProvider<ConsoleDataProvider>();
  const isWide = useMediaQuery(WIDE, { noSsr: true });
  const id = useId();
  const { data } = useQuery({
    queryKey: [resource, 'difference', record?.id, record?.version],
    queryFn: async ({ signal }) =>
      (await provider.query(resource, record?.id ?? '', 'difference', {
        signal,
      })) as unknown as RecordDifference,
    enabled: record !== undefined,
    retry: false,
  });
  if (!data || (data.note === null && data.parts.length === 0)) return null;
  const { note, since, parts } = data;
  return (
    <Frame aria-label={since ? t('What changed') : t('Returned')} data-difference>
      {note !== null && (
        <p data-returned>
          <b>{t('Returned:')}</b> {note}
        </p>
      )}
      {since && parts.length > 0 && (
        <details open={isWide}>
          <summary>
            <h2 id={id}>{t('What changed since %{event}', { event: since.text })}</h2>
            <span>
              {timeWithZone(since.at, zoneOfTimes(entityByName(resource).fields))} ·{' '}
              {parts.map(({ label }) => label).join(t(', '))}
            </span>
          </summary>
          {/* Focusable, so that the keyboard can scroll it. */}
          <Scroll role="group" aria-labelledby={id} tabIndex={0}>
            {parts.map((part) => (
              <Part key={part.label} part={part} />
            ))}
          </Scroll>
        </details>
      )}
    </Frame>
  );
}

const Part = ({ part }: { part: DifferencePart }) => (
  <>
    <h3>{part.label}</h3>
    {'entity' in part ? (
      hasEntity(part.entity) && <ValueChanges model={entityByName(part.entity)} {...part} />
    ) : (
      <BeforeAfter
        before={<span className="lines">{part.was}</span>}
        after={<span className="lines">{part.is}</span>}
      />
    )}
  </>
);
