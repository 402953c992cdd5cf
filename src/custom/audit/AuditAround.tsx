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
/** Number of entries shown up to the entry, and after it. */
const MAX_BEFORE = 10;
const MAX_AFTER = 4;

const Days = styled('div')({
  ...TEXT.small,
  '& h3': { margin: '0 0 4px', ...TEXT.caption, fontWeight: 500, color: 'var(--ink-3)' },
  // A day is closer to its own entries than to those of the next one.
  '& section + section': { marginTop: 16 },
  '& ol': { listStyle: 'none', margin: '0 -8px', padding: 0 },
  '& a, & li > span': {
    ...{ display: 'grid', gridTemplateColumns: '56px minmax(0, 1fr) auto', gap: 8, padding: '6px 8px' },
    ...{ borderRadius: 6, color: 'var(--ink-2)', textDecoration: 'none', overflowWrap: 'anywhere' },
  },
  '& a:hover': { background: 'var(--hover)', color: 'var(--ink)' },
  '& a:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
  '& [aria-current]': { background: 'var(--accent-soft)', color: 'var(--ink)' },
  '& time, & small': {
    fontSize: 'inherit',
    color: 'var(--ink-3)',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
});

type Entry = AuditEntry & ListRecord;

interface AroundProps {
  /** Whether to show other people's entries as well. */
  ofAll?: boolean;
}

/** Entries of the same person, or of everybody, before and after an entry of the audit log, by day. */
export const AuditAround = ({ ofAll = false }: AroundProps) => {
  const entry = useRecordContext<Entry>();
  const isNamed = ofAll || entry?.username === undefined;
  const whose = isNamed ? {} : { username: entry.username };
  const listParams = (order: 'ASC' | 'DESC', perPage: number, filter: object) =>
    ({
      pagination: { page: 1, perPage },
      sort: { field: 'createdAt', order },
      filter: { ...whose, ...filter },
    }) as const;
  const options = { enabled: entry !== undefined, retry: false };
  const at = entry?.createdAt;
  const before = useGetList<Entry>(ENTITY, listParams('DESC', MAX_BEFORE, { 'createdAt.lte': at }), options);
  const after = useGetList<Entry>(ENTITY, listParams('ASC', MAX_AFTER, { 'createdAt.gt': at }), options);
  const error = before.error ?? after.error;
  if (error)
    return <ErrorState error={error} onRetry={() => void Promise.all([before.refetch(), after.refetch()])} />;
  if (!entry || !before.data || !after.data) return <ShowSkeleton />;
  const entries = [...after.data.toReversed(), ...before.data];
  return (
    <Days>
      {groupByDay(entries).map(([day, ofDay]) => (
        <section key={day} aria-label={dayText(day)}>
          <h3>{dayText(day)}</h3>
          <ol>
            {ofDay.map((one) => (
              <li key={one.id}>
                <EntryLink entry={one} isOpen={one.id === entry.id} isNamed={isNamed} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Days>
  );
};

/** Groups entries by day, in their order. */
const groupByDay = (entries: readonly Entry[]): [day: string, entries: Entry[]][] => {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = toDay(new Date(entry.createdAt));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
};

interface EntryLinkProps {
  entry: Entry;
  isOpen: boolean;
  /** Whether entries of several people are shown: each has the person's name. */
  isNamed: boolean;
}

/** The sentence of an entry, without the name where all entries are of one person. */
const EntryLink = ({ entry, isOpen, isNamed }: EntryLinkProps) => {
  const { sentence = '', name = '', createdAt, address } = entry;
  const text = !isNamed && sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : sentence;
  const path = recordPath(ENTITY, entry.id);
  const parts = (
    <>
      <time dateTime={createdAt}>{formatTime(new Date(createdAt))}</time>
      <span>{text.slice(0, 1).toUpperCase() + text.slice(1)}</span>
      {isNamed && <small>{address}</small>}
    </>
  );
  return path === undefined || isOpen ? (
    <span aria-current={isOpen || undefined}>{parts}</span>
  ) : (
    <Link to={path}>{parts}</Link>
  );
};
