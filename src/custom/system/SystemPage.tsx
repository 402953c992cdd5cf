import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { bytesText } from '../../../schemas/model/files.ts';
import type {
  SystemAnswer,
  SystemProcess,
  SystemQueue,
  SystemTable,
} from '../../../schemas/system/answers.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { relativeText } from '../../resources/fields/relative-time/index.tsx';
import { Dot } from '../../resources/fields/shared/Badge.tsx';
import { formatNumber } from '../../resources/fields/shared/format.ts';
import { DelayedPlaceholder, Placeholder } from '../../resources/states/Placeholder.ts';
import { ErrorState } from '../../resources/states/ListStates.tsx';
import { TimedHead } from '../dashboard/PageHead.tsx';
import { Attention } from './Attention.tsx';
import { Certificates, Hosts } from './OtherHosts.tsx';
import { type Column, Figure, Figures, Rows } from './parts.tsx';

/** Milliseconds between two looks: as often as processes are heard of. */
const POLL_MS = 15_000;

/** How the installation does, and what wants somebody's hand. */
export const SystemPage = () => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => provider.system({ signal }),
    refetchInterval: POLL_MS,
    retry: false,
  });
  return (
    <>
      <TimedHead
        title="System"
        now={data ? new Date(dataUpdatedAt) : undefined}
        onLookAgain={() => void refetch()}
      />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? (
        <DelayedPlaceholder role="progressbar" aria-label="Loading">
          {['40%', '72%', '54%'].map((width) => (
            <Placeholder key={width} style={{ display: 'block', width, margin: '16px 0' }} />
          ))}
        </DelayedPlaceholder>
      ) : null}
      {data && !error ? <SystemState {...data} /> : null}
    </>
  );
};

const SystemState = ({
  attention,
  processes,
  queues,
  hosts,
  certificates,
  database,
  backup,
}: SystemAnswer) => (
  <>
    <Attention items={attention} />
    <Figures>
      <Figure label="Processes" value={formatNumber(processes.filter(({ isGone }) => !isGone).length)} />
      <Figure label="Jobs due" value={formatNumber(queues.reduce((sum, { due }) => sum + due, 0))} />
      <Figure
        label="Database"
        value={bytesText(database.bytes)}
        note={`${database.engine === 'embedded' ? 'Embedded' : 'PostgreSQL'} ${database.version}`}
      />
      {database.replica ? (
        <Figure
          label="Replica"
          value={database.replica.state === 'away' ? 'Away' : behindText(database.replica.lagSeconds)}
          note={
            database.replica.state === 'used'
              ? 'Dashboards are read from it'
              : 'Dashboards use the main database'
          }
        />
      ) : null}
      <Figure
        label="Last backup"
        value={backup?.newest ? relativeText(new Date(backup.newest.at)) : 'None yet'}
        note={backupNote(backup)}
      />
      {backup?.trial ? (
        <Figure
          label="Restored on trial"
          value={backup.trial.isGood ? relativeText(new Date(backup.trial.at)) : 'Failed'}
          note={backup.trial.isGood ? backup.trial.text : relativeText(new Date(backup.trial.at))}
        />
      ) : null}
    </Figures>
    <Processes processes={processes} />
    <Queues queues={queues} />
    <Hosts hosts={hosts} />
    {certificates.length > 0 && <Certificates certificates={certificates} />}
    <Tables tables={database.tables} />
  </>
);

const behindText = (lagSeconds?: number): string =>
  lagSeconds === undefined ? 'Far behind' : `${formatNumber(Math.round(lagSeconds))} s behind`;

const backupNote = (backup: SystemAnswer['backup']): string => {
  if (!backup) return 'Made by the server’s own means';
  const isInStore = backup.place === 'store';
  if (!backup.newest) return `The first follows within ${isInStore ? 'minutes' : 'a minute'}`;
  return `${bytesText(backup.newest.bytes)}${isInStore ? ', encrypted' : ''}`;
};

const PROCESS_COLUMNS: readonly Column<SystemProcess>[] = [
  { title: 'Host', cell: ({ host }) => host },
  {
    title: 'State',
    cell: ({ isGone, seenAt }) => (
      <Dot tone={isGone ? 'danger' : 'success'}>
        {isGone ? `Last heard of ${relativeText(new Date(seenAt))}` : 'Running'}
      </Dot>
    ),
  },
  { title: 'Version', cell: ({ version, node }) => `${version}, Node ${node}` },
  { title: 'Started', cell: ({ startedAt }) => relativeText(new Date(startedAt)) },
  { title: 'Memory', isNumber: true, cell: ({ memoryBytes }) => bytesText(memoryBytes) },
];

const Processes = ({ processes }: Pick<SystemAnswer, 'processes'>) => (
  <Rows
    title="Processes"
    note="Each is heard of every 15 seconds."
    rows={processes}
    keyOf={({ id }) => id}
    columns={PROCESS_COLUMNS}
  />
);

const QUEUE_COLUMNS: readonly Column<SystemQueue>[] = [
  { title: 'Job', cell: ({ name }) => name },
  { title: 'Due', isNumber: true, cell: ({ due }) => formatNumber(due) },
  { title: 'Running', isNumber: true, cell: ({ running }) => formatNumber(running) },
  { title: 'Failed', isNumber: true, cell: ({ failed }) => formatNumber(failed) },
  {
    title: 'Longest wait',
    isNumber: true,
    cell: ({ oldestDueSeconds: waited }) => (waited === null ? '–' : `${formatNumber(Math.round(waited))} s`),
  },
];

const Queues = ({ queues }: Pick<SystemAnswer, 'queues'>) => (
  <Rows
    title="Background work"
    note="What is due, runs, or failed within a day."
    none="Nothing waits, nothing failed."
    rows={queues}
    keyOf={({ name }) => name}
    columns={QUEUE_COLUMNS}
  />
);

const TABLE_COLUMNS: readonly Column<SystemTable>[] = [
  { title: 'Table', cell: ({ name }) => name },
  { title: 'Rows', isNumber: true, cell: ({ rows }) => formatNumber(Math.round(rows)) },
  { title: 'Size', isNumber: true, cell: ({ bytes }) => bytesText(bytes) },
];

const Tables = ({ tables }: Pick<SystemAnswer['database'], 'tables'>) => (
  <Rows
    title="Largest tables"
    note="With their indexes. Rows are the database’s own estimate."
    rows={tables}
    keyOf={({ name }) => name}
    columns={TABLE_COLUMNS}
  />
);
