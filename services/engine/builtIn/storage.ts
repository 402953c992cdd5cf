import type { MetricSample } from '../metrics/description.ts';
import type { Context, DomainModule } from '../modules/module.ts';
import { deleteHistory } from '../storage/deleteHistory.ts';
import { FOUNDATION } from '../storage/migrations/foundation.ts';

/** Only a role that may see statistics of others is told; to others a standby has no lag to tell. */
async function readReplicationLag({ db }: Context): Promise<MetricSample[]> {
  if (db.engine === 'embedded') return [];
  const rows = await db.query<{ standby: string; value: string }>(
    `SELECT coalesce(nullif(application_name, ''), client_addr::text, pid::text) AS standby,
       extract(epoch FROM replay_lag) AS value
     FROM pg_stat_replication WHERE replay_lag IS NOT NULL`,
  );
  return rows.map(({ standby, value }) => ({ labels: { standby }, value: Number(value) }));
}

/** What every entity's table stands on, and the removal of old changes. */
export const storageModule = {
  name: FOUNDATION.name,
  migrations: FOUNDATION.migrations,
  jobs: {
    'history.retain': {
      label: 'Removal of old changes',
      tells: true,
      timeout: '6h',
      concurrency: 1,
      async run({ signal }, { db, services, settings: { historyDays: days } }) {
        if (days === 0) return undefined;
        const count = await deleteHistory(db, services().catalog.product.entities, days, signal);
        return count > 0 ? { text: `${count.toLocaleString('en-US')} old changes were removed.` } : undefined;
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
  schedules: { 'history.retain': { daily: '03:20' } },
} satisfies DomainModule;
