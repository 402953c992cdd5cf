import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useRecordContext } from 'react-admin';
import { useState } from 'react';
import type { OutboxEntry } from '../../../schemas/campaigns/answers.ts';
import { messageOf } from '../../resources/actions/failures.ts';
import { StatePanel } from '../../resources/states/StatePanel.tsx';
import { Small } from './parts.tsx';
import { useOutbox } from './useBroadcast.ts';

const PAGE = 20;
const Table = styled('table')({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 13,
  lineHeight: '20px',
  '& th': { textAlign: 'left', fontWeight: 500, color: 'var(--ink-2)', padding: '8px 12px 8px 0' },
  '& td': {
    padding: '8px 12px 8px 0',
    borderTop: '1px solid var(--line)',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
  },
  '& td:nth-of-type(2)': { whiteSpace: 'pre-line' },
});
const WORDS: Record<OutboxEntry['state'], string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  unknown: 'Perhaps delivered',
};

/** What each person gets of the broadcast, or would get where its channel is not connected. */
export function OutboxPanel() {
  const record = useRecordContext<{ id: string; recipientsRemoved?: boolean }>();
  const [pages, setPages] = useState<string[]>([]);
  const { data, error, isPending } = useOutbox(record?.id ?? '', pages.at(-1));
  if (record?.recipientsRemoved)
    return (
      <StatePanel
        title="No longer kept"
        text="What each person received is no longer kept. The totals are."
      />
    );
  if (error && !data) return <StatePanel alert title="This could not be loaded" text={messageOf(error)} />;
  if (isPending || !data) return <Small role="status">Loading…</Small>;
  if (data.length === 0 && pages.length === 0)
    return (
      <StatePanel title="Nothing here yet" text="What each person receives appears here once it is sent." />
    );
  const last = data.at(-1)?.id;
  return (
    <div style={{ overflowX: 'auto' }}>
      <Table>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Message</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ id, name, person, texts, state, note }) => (
            <tr key={id}>
              <td>
                {name}
                <Small sx={{ mt: 0 }}>{person}</Small>
              </td>
              <td>{texts.join('\n')}</td>
              <td>
                {WORDS[state]}
                {note ? <Small sx={{ mt: 0 }}>{note}</Small> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <div style={{ display: 'flex', gap: 8, padding: '12px 0' }}>
        <Button
          size="small"
          variant="outlined"
          disabled={pages.length === 0}
          onClick={() => setPages(pages.slice(0, -1))}
        >
          Previous
        </Button>
        <Button
          size="small"
          variant="outlined"
          disabled={data.length < PAGE || last === undefined}
          onClick={() => last !== undefined && setPages([...pages, last])}
        >
          Next
        </Button>
      </div>
    </div>
  );
}
