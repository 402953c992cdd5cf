import Alert from '@mui/material/Alert';
import type { ReachAnswer } from '../../../schemas/campaigns/answers.ts';
import { friendsText, knownOnlyText } from './reachModel.ts';
import { Bar, count, Large, Pairs, Section, Small } from './parts.tsx';

/** Who gets a broadcast of those who are meant, and why others do not. */
export function ReachPeople(answer: ReachAnswer) {
  const { reach, unknown, unknownCount, doubled, doubledCount, isConnected, fewer, everyone } = answer;
  const { people, of, blocked, outsideWindow, ended, elsewhere, leftOut } = reach;
  const isWhole = everyone?.isWhole === true;
  const knownOnly = knownOnlyText(answer);
  const excluded: [string, number][] = [
    ['Left out', leftOut],
    ['Blocked the channel', blocked],
    ['Did not write within 24 hours', outsideWindow],
    ['Web chat has ended', ended],
    ['Not on this channel', elsewhere],
    ['Unknown ids', unknownCount],
    ['Listed twice, counted once', doubledCount],
  ];
  const shown = excluded.filter(([, value]) => value > 0);
  return (
    <Section>
      {everyone && isWhole ? (
        <Whole known={people} everyone={everyone} />
      ) : (
        <>
          <Large role="status">
            <b>{count(people)}</b>
            of {count(of)} will get it
          </Large>
          <Bar
            label={`${count(people)} of ${count(of)}`}
            of={of}
            shares={[{ label: 'will', value: people, colour: 'var(--accent)' }]}
          />
        </>
      )}
      {knownOnly === undefined ? null : (
        <Alert severity="info" sx={{ mb: 1 }}>
          {knownOnly}
        </Alert>
      )}
      {everyone && !isWhole && everyone.count ? (
        <Small sx={{ mb: 1 }}>
          All friends of the channel: {friendsText(everyone)}, {count(people)} of them known here.
        </Small>
      ) : null}
      {people === 0 && !isWhole ? (
        <Alert severity="warning" sx={{ mb: 1 }}>
          Nobody would receive it.
        </Alert>
      ) : null}
      {fewer > 0 ? (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {count(fewer)} fewer than when it was saved: the segment has changed.
        </Alert>
      ) : null}
      {shown.length > 0 ? (
        <Pairs aria-label="Excluded">
          {shown.map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{count(value)}</dd>
            </div>
          ))}
        </Pairs>
      ) : null}
      {unknown.length > 0 ? <Small>Nobody on the channel has: {listed(unknown, unknownCount)}</Small> : null}
      {doubled.length > 0 ? <Small>Twice in the list: {listed(doubled, doubledCount)}</Small> : null}
      {isConnected ? null : (
        <Small>The channel is not connected. Messages stay in the outbox and are not delivered.</Small>
      )}
    </Section>
  );
}

/** All who follow the channel, known here or not. */
function Whole({ known, everyone }: { known: number; everyone: NonNullable<ReachAnswer['everyone']> }) {
  const friends = friendsText(everyone);
  return (
    <>
      <Large role="status">
        <b>{everyone.count ? count(Math.max(everyone.count.friends, known)) : 'All friends'}</b>
        will get it
      </Large>
      <Small sx={{ mt: 0, mb: 1 }}>
        {friends === undefined
          ? `All friends of the channel, those too who are not known here. ${count(known)} are known here.`
          : `All friends of the channel: ${friends}, ${count(known)} of them known here.`}
      </Small>
    </>
  );
}

const SHOWN = 20;
const listed = (ids: string[], all: number): string =>
  ids.slice(0, SHOWN).join(', ') + (all > SHOWN ? ` and ${count(all - SHOWN)} more` : '');
