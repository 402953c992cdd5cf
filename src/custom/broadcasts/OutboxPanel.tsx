import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useRecordContext } from 'react-admin';
import { useState } from 'react';
import type { OutboxEntry } from '../../../schemas/campaigns/responses.ts';
import { initials } from '../../ui/initials.ts';
import { Dot } from '../../resources/fields/shared/Badge.tsx';
import { ErrorState } from '../../resources/states/ListStates.tsx';
import { ShowSkeleton } from '../../resources/states/ShowSkeleton.tsx';
import { StatePanel } from '../../resources/states/StatePanel.tsx';
import { Small } from './parts.tsx';
import { useOutbox } from './useBroadcast.ts';
import { HorizontalScroll } from '../../ui/HorizontalScroll.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const ROWS_PER_PAGE = 20;
const Table = styled('table')({
  width: '100%',
  borderCollapse: 'collapse',
  ...TEXT.small,
  '& th': {
    ...{ textAlign: 'left', fontSize: 12, fontWeight: 500, color: 'var(--ink-3)', padding: '8px 12px 8px 0' },
  },
  '& td': {
    padding: '8px 12px 8px 0',
    borderTop: '1px solid var(--line)',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
  },
  '& td.said': { whiteSpace: 'pre-line' },
});
/** A person: initials and name. */
const Person = styled('span')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  fontWeight: 500,
  color: 'var(--ink)',
  '& > span:first-of-type': {
    ...{ flex: 'none', display: 'grid', placeItems: 'center', width: 24, height: 24, borderRadius: '50%' },
    ...{ fontSize: 10, lineHeight: 1, fontWeight: 500, color: 'var(--ink-2)', background: 'var(--press)' },
  },
});
const CommonText = styled('p')({
  margin: '0 0 12px',
  ...TEXT.small,
  color: 'var(--ink-2)',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  '& b': { fontWeight: 500, color: 'var(--ink)' },
});
const TONES = { waiting: 'info', sent: 'neutral', failed: 'danger', unknown: 'warning' } as const;
const STATE_TEXTS: Record<OutboxEntry['state'], string> = {
  waiting: t('Waiting'),
  sent: t('Sent'),
  failed: t('Failed'),
  unknown: t('Perhaps delivered'),
};

/** The messages for each person, whether sent, or only simulated because the channel is not connected. */
export function OutboxPanel() {
  const record = useRecordContext<{ id: string; recipientsRemoved?: boolean }>();
  const [pages, setPages] = useState<string[]>([]);
  const { data, error, isPending, refetch } = useOutbox(record?.id ?? '', pages.at(-1));
  if (record?.recipientsRemoved)
    return (
      <StatePanel
        title={t('No longer kept')}
        text={t('What each person received is no longer kept. The totals are.')}
      />
    );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending || !data) return <ShowSkeleton />;
  if (data.length === 0 && pages.length === 0)
    return (
      <StatePanel
        title={t('Nothing here yet')}
        text={t('What each person receives appears here once it is sent.')}
      />
    );
  const last = data.at(-1)?.id;
  const [first] = data;
  const firstText = first?.texts.join('\n') ?? '';
  // A text that everybody gets is shown once.
  const isSame = data.length > 1 && data.every(({ texts }) => texts.join('\n') === firstText);
  return (
    <HorizontalScroll>
      {isSame && (
        <CommonText>
          <b>{t('All of these get:')}</b> {firstText}
        </CommonText>
      )}
      {data.length === 0 ? (
        // The previous page was full, and the last one.
        <Small role="status">{t('No further people')}</Small>
      ) : (
        <Table>
          <thead>
            <tr>
              <th scope="col">{t('Person')}</th>
              {!isSame && <th scope="col">{t('Message')}</th>}
              <th scope="col">{t('State')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ id, name, person, texts, state, note }) => (
              <tr key={id}>
                <td>
                  <Person title={person}>
                    <span aria-hidden>{initials(name)}</span>
                    {name}
                  </Person>
                </td>
                {!isSame && <td className="said">{texts.join('\n')}</td>}
                <td>
                  <Dot tone={TONES[state]}>{STATE_TEXTS[state]}</Dot>
                  {note ? <Small sx={{ mt: 0 }}>{note}</Small> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <div style={{ display: 'flex', gap: 8, padding: '12px 0' }}>
        <Button
          size="small"
          variant="outlined"
          disabled={pages.length === 0}
          onClick={() => setPages(pages.slice(0, -1))}
        >
          {t('Previous')}
        </Button>
        <Button
          size="small"
          variant="outlined"
          disabled={data.length < ROWS_PER_PAGE || last === undefined}
          onClick={() => last !== undefined && setPages([...pages, last])}
        >
          {t('Next')}
        </Button>
      </div>
    </HorizontalScroll>
  );
}
