import type { AttentionItem } from '../../../schemas/system/responses.ts';
import type { MetricSample } from '../metrics/description.ts';
import type { Context, DomainModule } from '../modules/module.ts';
import type { Database } from '../storage/database.ts';
import { makeDerivedTablesLogged } from '../storage/derivedTables.ts';
import { deleteHistory } from '../storage/deleteHistory.ts';
import { FOUNDATION } from '../storage/migrations/foundation.ts';
import { message, t } from '../../../schemas/texts/translate.ts';
import { storedNumber, storedText } from '../../../schemas/texts/stored.ts';

/** Makes derived tables LOGGED, since unlogged ones are not replicated. */
const REPLICATE_DERIVED_JOB = 'replica.share';

/** Empty unless the database role may read `pg_stat_replication` of others. */
async function readReplicationLag({ db }: Context): Promise<MetricSample[]> {
  if (db.engine === 'embedded') return [];
  const rows = await db.query<{ standby: string; value: string }>(
    `SELECT coalesce(nullif(application_name, ''), client_addr::text, pid::text) AS standby,
       extract(epoch FROM replay_lag) AS value
     FROM pg_stat_replication WHERE replay_lag IS NOT NULL`,
  );
  return rows.map(({ standby, value }) => ({ labels: { standby }, value: Number(value) }));
}

/** Problems of the replica and the pooler that an administrator has to solve. */
async function findDatabaseAttention({ db, settings }: Context): Promise<AttentionItem[]> {
  const items: AttentionItem[] = [];
  const { state, lagSeconds = 0 } = db.replica?.status() ?? { state: 'used' };
  if (state !== 'used')
    items.push({
      ...{ id: 'replica', severity: 'warning' },
      title:
        state === 'behind'
          ? t('The replica for reading is %{lagSeconds} behind', {
              lagSeconds:
                lagSeconds > 0
                  ? t('%{lagSeconds} seconds', { lagSeconds: Math.round(lagSeconds) })
                  : t('far'),
            })
          : t('The replica for reading does not answer'),
      advice: t(
        'Dashboards and exports are read from the database itself meanwhile. Look at the replica’s log.',
      ),
    });
  if (settings.databaseSessionUrl !== undefined && !(await hasStatementTimeout(db)))
    items.push({
      ...{ id: 'pooler-limits', severity: 'warning' },
      title: t('Statements that come through the pooler have no time limit'),
      advice: t('Set a time limit for the role that the database is used by, as the page on deploying says.'),
      technical: 'statement_timeout, jit = off · docs/deploying.md',
    });
  return items;
}

/** Whether the server ends statements outside of transactions after a time. */
async function hasStatementTimeout(db: Database): Promise<boolean> {
  const [row] = await db.query<{ limit: string }>(`SELECT current_setting('statement_timeout') AS limit`);
  return row?.limit !== '0';
}

/** Foundation of all entities' tables, history retention, and database metrics. */
export const storageModule = {
  name: FOUNDATION.name,
  migrations: FOUNDATION.migrations,
  attention: findDatabaseAttention,
  jobs: {
    [REPLICATE_DERIVED_JOB]: {
      label: message('Figures for the replica'),
      timeout: '6h',
      concurrency: 1,
      async run(_, { db }) {
        if (db.replica) await makeDerivedTablesLogged(db);
      },
    },
    'history.retain': {
      label: message('Removal of old changes'),
      showsOutcome: true,
      timeout: '6h',
      concurrency: 1,
      async run({ signal }, { db, services, settings: { historyDays: days } }) {
        if (days === 0) return undefined;
        const count = await deleteHistory(db, services().catalog.product.entities, days, signal);
        return count > 0
          ? {
              text: storedText('%{count} old changes were removed.', {
                count: storedNumber(count),
              }),
            }
          : undefined;
      },
    },
  },
  metrics: {
    console_database_connections: {
      type: 'gauge',
      help: 'Connections of the process to the PostgreSQL server, and requests that wait for one',
      labels: ['state'],
      panels: [
        {
          title: 'Database connections',
          query: 'sum by (state) (console_database_connections)',
          ...{ unit: 'short', legend: '{{state}}' },
        },
      ],
      alerts: [
        {
          name: 'DatabaseConnectionsShort',
          expr: 'max_over_time(console_database_connections{state="waiting"}[1m]) > 5',
          ...{ for: '5m', severity: 'warning' },
          summary: 'Requests wait for a connection to the database',
        },
      ],
      read: async ({ db }) =>
        Object.entries(db.connections?.() ?? {}).map(([state, value]) => ({ labels: { state }, value })),
    },
    console_database_up: {
      type: 'gauge',
      help: 'Whether the database answers: 1 or 0',
      alerts: [
        {
          name: 'DatabaseUnreachable',
          expr: 'console_database_up == 0',
          ...{ for: '1m', severity: 'critical' },
          summary: 'The database does not answer',
        },
      ],
      read: async ({ db }) => [
        {
          value: await db.check().then(
            () => 1,
            () => 0,
          ),
        },
      ],
    },
    console_database_bytes: {
      type: 'gauge',
      help: 'Size of the database',
      panels: [{ title: 'Size of the database', query: 'max(console_database_bytes)', unit: 'bytes' }],
      read: async ({ db }) =>
        (await db.query<{ value: string }>('SELECT pg_database_size(current_database()) AS value')).map(
          ({ value }) => ({ value: Number(value) }),
        ),
    },
    console_read_replica_lag_seconds: {
      type: 'gauge',
      help: 'How old what the replica for reading has is',
      panels: [
        {
          title: 'Replica for reading behind',
          query: 'max by (instance) (console_read_replica_lag_seconds)',
          ...{ unit: 's', legend: '{{instance}}' },
        },
      ],
      read: async ({ db }) => {
        const { lagSeconds } = db.replica?.status() ?? {};
        return lagSeconds === undefined ? [] : [{ value: lagSeconds }];
      },
    },
    console_read_replica_used: {
      type: 'gauge',
      help: '1 while dashboards, reports, exports and history are read from the replica, 0 while the database itself is',
      alerts: [
        {
          name: 'ReadReplicaUnused',
          expr: 'min(console_read_replica_used) == 0',
          ...{ for: '5m', severity: 'warning' },
          summary:
            'The replica for reading is away or more than 30 seconds behind: the database does its work',
        },
      ],
      read: async ({ db }) => (db.replica ? [{ value: db.replica.status().state === 'used' ? 1 : 0 }] : []),
    },
    console_replication_lag_seconds: {
      type: 'gauge',
      help: 'How far standbys of the PostgreSQL server are behind',
      labels: ['standby'],
      panels: [
        {
          title: 'Standbys behind',
          query: 'max by (standby) (console_replication_lag_seconds)',
          ...{ unit: 's', legend: '{{standby}}' },
        },
      ],
      alerts: [
        {
          name: 'StandbyBehind',
          expr: 'max by (standby) (console_replication_lag_seconds) > 30',
          ...{ for: '5m', severity: 'warning' },
          summary: 'A standby is more than 30 seconds behind: a failover now would lose what it lacks',
        },
      ],
      read: readReplicationLag,
    },
  },
  schedules: { 'history.retain': { daily: '03:20' }, [REPLICATE_DERIVED_JOB]: { everyMinutes: 15 } },
} satisfies DomainModule;
