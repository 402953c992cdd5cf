import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { bytesText } from '../../../schemas/model/files.ts';
import type { SystemAnswer } from '../../../schemas/system/answers.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { relativeText } from '../../resources/fields/relative-time/index.tsx';
import { Dot } from '../../resources/fields/shared/Badge.tsx';
import { formatNumber } from '../../resources/fields/shared/format.ts';
import { DelayedPlaceholder, Placeholder } from '../../resources/states/Placeholder.ts';
import { ErrorState } from '../../resources/states/ListStates.tsx';
import { TimedHead } from '../dashboard/PageHead.tsx';
import { Attention } from './Attention.tsx';
import { Certificates, Hosts } from './OtherHosts.tsx';
import { Figure, Figures, Section, Table } from './parts.tsx';

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
        value={backup ? relativeText(new Date(backup.at)) : 'None yet'}
        note={backupNote(database.engine, backup)}
      />
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

const backupNote = (engine: SystemAnswer['database']['engine'], backup: SystemAnswer['backup']): string => {
  if (backup) return bytesText(backup.bytes);
  return engine === 'embedded' ? 'The first follows within a minute' : 'Made by the server’s own means';
};

const Processes = ({ processes }: Pick<SystemAnswer, 'processes'>) => (
  <Section title="Processes" note="Each is heard of every 15 seconds.">
    <Table aria-label="Processes">
      <thead>
        <tr>
          <th scope="col">Host</th>
          <th scope="col">State</th>
          <th scope="col">Version</th>
          <th scope="col">Started</th>
          <th scope="col" className="number">
            Memory
          </th>
        </tr>
      </thead>
      <tbody>
        {processes.map(({ id, host, version, node, startedAt, seenAt, memoryBytes, isGone }) => (
          <tr key={id}>
            <th scope="row">{host}</th>
            <td>
              <Dot tone={isGone ? 'danger' : 'success'}>
                {isGone ? `Last heard of ${relativeText(new Date(seenAt))}` : 'Running'}
              </Dot>
            </td>
            <td>
              {version}, Node {node}
            </td>
            <td>{relativeText(new Date(startedAt))}</td>
            <td className="number">{bytesText(memoryBytes)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  </Section>
);

const Queues = ({ queues }: Pick<SystemAnswer, 'queues'>) => (
  <Section title="Background work" note="What is due, runs, or failed within a day.">
    {queues.length === 0 ? (
      <p>Nothing waits, nothing failed.</p>
    ) : (
      <Table aria-label="Background work">
        <thead>
          <tr>
            <th scope="col">Job</th>
            {['Due', 'Running', 'Failed', 'Longest wait'].map((label) => (
              <th key={label} scope="col" className="number">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {queues.map(({ name, due, running, failed, oldestDueSeconds }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="number">{formatNumber(due)}</td>
              <td className="number">{formatNumber(running)}</td>
              <td className="number">{formatNumber(failed)}</td>
              <td className="number">
                {oldestDueSeconds === null ? '–' : `${formatNumber(Math.round(oldestDueSeconds))} s`}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    )}
  </Section>
);

const Tables = ({ tables }: Pick<SystemAnswer['database'], 'tables'>) => (
  <Section title="Largest tables" note="With their indexes. Rows are the database’s own estimate.">
    <Table aria-label="Largest tables">
      <thead>
        <tr>
          <th scope="col">Table</th>
          <th scope="col" className="number">
            Rows
          </th>
          <th scope="col" className="number">
            Size
          </th>
        </tr>
      </thead>
      <tbody>
        {tables.map(({ name, bytes, rows }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="number">{formatNumber(Math.round(rows))}</td>
            <td className="number">{bytesText(bytes)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  </Section>
);
