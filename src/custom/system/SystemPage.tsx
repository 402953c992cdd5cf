import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { formatBytes } from '../../../schemas/model/files.ts';
import type {
  SystemResponse,
  SystemProcess,
  SystemQueue,
  SystemTable,
} from '../../../schemas/system/responses.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { relativeText } from '../../resources/fields/relative-time/index.tsx';
import { Dot } from '../../resources/fields/shared/Badge.tsx';
import { formatNumber } from '../../resources/format.ts';
import { DelayedPlaceholder, Placeholder } from '../../resources/states/Placeholder.ts';
import { ErrorState } from '../../resources/states/ListStates.tsx';
import { TimedHead } from '../dashboard/PageHead.tsx';
import { AttentionList } from './AttentionList.tsx';
import { Certificates, Hosts } from './OtherHosts.tsx';
import { type Column, Figure, Figures, TableSection, Sections } from './parts.tsx';
import { t } from '../../../schemas/texts/translate.ts';

/** Interval of polls: as often as processes report. */
const POLL_INTERVAL_MS = 15_000;

/** The state of the installation, and what needs attention. */
export const SystemPage = () => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => provider.system({ signal }),
    refetchInterval: POLL_INTERVAL_MS,
    retry: false,
  });
  return (
    <>
      <TimedHead
        title={t('System')}
        now={data ? new Date(dataUpdatedAt) : undefined}
        onRefresh={() => void refetch()}
      />
      {error ? <ErrorState inPlace error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? (
        <DelayedPlaceholder role="progressbar" aria-label={t('Loading')}>
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
}: SystemResponse) => (
  <>
    <AttentionList items={attention} />
    <Figures>
      <Figure label={t('Jobs due')} value={formatNumber(queues.reduce((sum, { due }) => sum + due, 0))} />
      <Figure
        label={t('Database')}
        value={formatBytes(database.bytes)}
        note={
          database.engine === 'embedded'
            ? t('Built in (PostgreSQL %{version})', { version: database.version })
            : `PostgreSQL ${database.version}`
        }
      />
      {database.replica ? (
        <Figure
          label={t('Replica')}
          value={database.replica.state === 'away' ? t('Away') : lagText(database.replica.lagSeconds)}
          note={
            database.replica.state === 'used'
              ? t('Dashboards are read from it')
              : t('Dashboards use the main database')
          }
        />
      ) : null}
      <Figure
        label={t('Last backup')}
        value={backup?.newest ? relativeText(new Date(backup.newest.at)) : t('None yet')}
        note={backupNote(backup)}
      />
      {backup?.trial ? (
        <Figure
          label={t('Restored on trial')}
          value={backup.trial.isGood ? relativeText(new Date(backup.trial.at)) : t('Failed')}
          note={backup.trial.isGood ? backup.trial.text : relativeText(new Date(backup.trial.at))}
        />
      ) : null}
    </Figures>
    <Sections>
      <Processes processes={processes} />
      <Queues queues={queues} />
      <Hosts hosts={hosts} />
      {certificates.length > 0 && <Certificates certificates={certificates} />}
      <Tables tables={database.tables} />
    </Sections>
  </>
);

const lagText = (lagSeconds?: number): string =>
  lagSeconds === undefined
    ? t('Far behind')
    : t('%{lagSeconds} s behind', { lagSeconds: formatNumber(Math.round(lagSeconds)) });

const backupNote = (backup: SystemResponse['backup']): string => {
  if (!backup) return t('Made by the server’s own means');
  const isInStore = backup.place === 'store';
  if (!backup.newest)
    return isInStore ? t('The first follows within minutes') : t('The first follows within a minute');
  return `${formatBytes(backup.newest.bytes)}${isInStore ? t(', encrypted') : ''}`;
};

const PROCESS_COLUMNS: readonly Column<SystemProcess>[] = [
  { title: t('Server'), cell: ({ host }) => host },
  {
    title: t('State'),
    cell: ({ isGone, seenAt }) => (
      <Dot tone={isGone ? 'danger' : 'neutral'}>
        {isGone
          ? t('Last heard of %{relativeText}', { relativeText: relativeText(new Date(seenAt)) })
          : t('Running')}
      </Dot>
    ),
  },
  {
    title: t('Version'),
    cell: ({ version, node }) => (
      <>
        {version} <small>{t('on Node %{node}', { node })}</small>
      </>
    ),
  },
  { title: t('Started'), cell: ({ startedAt }) => relativeText(new Date(startedAt)) },
  { title: t('Memory'), isNumber: true, cell: ({ memoryBytes }) => formatBytes(memoryBytes) },
];

const Processes = ({ processes }: Pick<SystemResponse, 'processes'>) => (
  <TableSection
    title={t('Processes')}
    note={t('Each reports every 15 seconds.')}
    rows={processes}
    keyOf={({ id }) => id}
    columns={PROCESS_COLUMNS}
  />
);

const QUEUE_COLUMNS: readonly Column<SystemQueue>[] = [
  { title: t('Job'), cell: ({ title }) => title },
  { title: t('Due'), isNumber: true, cell: ({ due }) => formatNumber(due) },
  { title: t('Running'), isNumber: true, cell: ({ running }) => formatNumber(running) },
  { title: t('Failed'), isNumber: true, cell: ({ failed }) => formatNumber(failed) },
  {
    title: t('Longest wait'),
    isNumber: true,
    cell: ({ oldestDueSeconds: waited }) =>
      waited === null ? '' : t('%{seconds} s', { seconds: formatNumber(Math.round(waited)) }),
  },
];

const Queues = ({ queues }: Pick<SystemResponse, 'queues'>) => (
  <TableSection
    title={t('Background work')}
    note={t('What is due, runs, or failed within a day.')}
    none={t('Nothing waits, nothing failed.')}
    rows={queues}
    keyOf={({ name }) => name}
    columns={QUEUE_COLUMNS}
  />
);

const TABLE_COLUMNS: readonly Column<SystemTable>[] = [
  { title: t('Data'), cell: ({ name }) => name },
  { title: t('Records'), isNumber: true, cell: ({ rows }) => formatNumber(Math.round(rows)) },
  { title: t('Size'), isNumber: true, cell: ({ bytes }) => formatBytes(bytes) },
];

const Tables = ({ tables }: Pick<SystemResponse['database'], 'tables'>) => (
  <TableSection
    title={t('What takes the most room')}
    note={t('In the database. Numbers of records are estimates.')}
    rows={tables}
    keyOf={({ name }) => name}
    columns={TABLE_COLUMNS}
  />
);
