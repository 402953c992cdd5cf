import { styled } from '@mui/material/styles';
import { useGetList, useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import type { AuditEntry } from '../../../schemas/generated/types.ts';
import { dayText } from '../../resources/fields/date/index.tsx';
import { recordPath } from '../../resources/fields/shared/RecordLink.tsx';
import { formatTime, toDay } from '../../resources/format.ts';
import type { ListRecord } from '../../resources/fieldKit/types.ts';
import { ShowSkeleton } from '../../resources/states/ShowSkeleton.tsx';
import { ErrorState } from '../../resources/states/ListStates.tsx';
import { TEXT } from '../../theme/text.ts';

const ENTITY = 'audit-entry';
/** Entries that are shown, up to the moment and after it. */
const BEFORE = 10;
const AFTER = 4;

const Days = styled('div')({
  ...TEXT.small,
  '& h3': { margin: '12px 0 4px', ...TEXT.caption, fontWeight: 500, color: 'var(--ink-3)' },
  '& h3:first-of-type': { marginTop: 0 },
  '& ol': { listStyle: 'none', margin: '0 -8px', padding: 0 },
  '& a, & li > span': {
    ...{ display: 'grid', gridTemplateColumns: '56px minmax(0, 1fr) auto', gap: 8, padding: '6px 8px' },
    ...{ borderRadius: 6, color: 'var(--ink-2)', textDecoration: 'none', overflowWrap: 'anywhere' },
  },
  '& a:hover': { background: 'var(--hover)', color: 'var(--ink)' },
  '& a:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
  '& [aria-current]': { background: 'var(--accent-soft)', color: 'var(--ink)' },
  maxWidth: 720,
  '& time, & small': {
    fontSize: 'inherit',
    color: 'var(--ink-3)',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
});

type Entry = AuditEntry & ListRecord;

interface AroundProps {
  /** What others did then is shown as well. */
  ofAll?: boolean;
}

/** What the same person, or everybody, did before and after an entry of the audit log, day by day. */
export const AuditAround = ({ ofAll = false }: AroundProps) => {
  const entry = useRecordContext<Entry>();
  const isNamed = ofAll || entry?.username === undefined;
  const whose = isNamed ? {} : { username: entry.username };
  const ask = (order: 'ASC' | 'DESC', perPage: number, filter: object) =>
    ({
      pagination: { page: 1, perPage },
      sort: { field: 'createdAt', order },
      filter: { ...whose, ...filter },
    }) as const;
  const options = { enabled: entry !== undefined, retry: false };
  const at = entry?.createdAt;
  const before = useGetList<Entry>(ENTITY, ask('DESC', BEFORE, { 'createdAt.lte': at }), options);
  const after = useGetList<Entry>(ENTITY, ask('ASC', AFTER, { 'createdAt.gt': at }), options);
  const error = before.error ?? after.error;
  if (error)
    return <ErrorState error={error} onRetry={() => void Promise.all([before.refetch(), after.refetch()])} />;
  if (!entry || !before.data || !after.data) return <ShowSkeleton />;
  const entries = [...after.data.toReversed(), ...before.data];
  return (
    <Days>
      {byDay(entries).map(([day, ofDay]) => (
        <section key={day} aria-label={dayText(day)}>
          <h3>{dayText(day)}</h3>
          <ol>
            {ofDay.map((one) => (
              <li key={one.id}>
                <Told entry={one} isOpen={one.id === entry.id} isNamed={isNamed} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Days>
  );
};

/** Entries in their order, those of one day together. */
const byDay = (entries: readonly Entry[]): [day: string, entries: Entry[]][] => {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = toDay(new Date(entry.createdAt));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
};

interface ToldProps {
  entry: Entry;
  isOpen: boolean;
  /** Entries of several people: each says whose it is. */
  isNamed: boolean;
}

/** What an entry says after the name, where all of them have that in common. */
const Told = ({ entry, isOpen, isNamed }: ToldProps) => {
  const { sentence = '', name = '', createdAt, address } = entry;
  const said = !isNamed && sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : sentence;
  const path = recordPath(ENTITY, entry.id);
  const parts = (
    <>
      <time dateTime={createdAt}>{formatTime(new Date(createdAt))}</time>
      <span>{said.slice(0, 1).toUpperCase() + said.slice(1)}</span>
      {isNamed && <small>{address}</small>}
    </>
  );
  return path === undefined || isOpen ? (
    <span aria-current={isOpen || undefined}>{parts}</span>
  ) : (
    <Link to={path}>{parts}</Link>
  );
};
