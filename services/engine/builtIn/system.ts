import { hostname } from 'node:os';
import manifest from '../../../package.json' with { type: 'json' };
import type {
  AttentionItem,
  SystemResponse,
  SystemHost,
  SystemQueue,
  SystemTable,
} from '../../../schemas/system/responses.ts';
import { readBackups } from '../backups/index.ts';
import { forbidden } from '../http/errors.ts';
import { request } from '../outbound/request.ts';
import type { Context, DomainModule } from '../modules/module.ts';
import { newId } from '../resources/ids.ts';
import { jsonResponses } from '../resources/openapi/components.ts';
import type { Database } from '../storage/database.ts';
import { tableName } from '../storage/sql.ts';
import { findHostAlerts, OutboundStats, readCertificates, mergeProcessStats } from './outboundStats.ts';
import { tableTitle } from '../../../schemas/system/tableTitles.ts';
import { message, t } from '../../../schemas/texts/translate.ts';

const HEARTBEAT_MS = 15_000;
/** A process without a heartbeat for this long counts as gone. */
const GONE_AFTER_S = 60;
/** A process that is gone is listed until then. */
const DELETE_AFTER_S = 3_600;
const MAX_TABLES = 10;
const MAX_JOB_DELAY_S = 300;

/** Requests the console's public URL, to check its certificate from outside. */
const PUBLIC_URL_JOB = 'system.own-address';

/** The same rights as for the audit log. */
const REQUIRED_RIGHTS = ['cim.audit'];

/** The system page for administrators: processes, queues, size of the database, problems. */
export const systemModule = {
  name: 'system',
  migrations: [
    {
      id: '0001-processes',
      statements: [
        `CREATE TABLE IF NOT EXISTS service_process (
           id uuid PRIMARY KEY, host text NOT NULL, version text NOT NULL, node text NOT NULL, memory bigint NOT NULL,
           started_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
           seen_at timestamptz(3) NOT NULL DEFAULT clock_timestamp())`,
      ],
    },
    {
      id: '0002-other-hosts',
      statements: [
        `ALTER TABLE service_process ADD COLUMN IF NOT EXISTS hosts jsonb NOT NULL DEFAULT '[]'`,
        `CREATE TABLE IF NOT EXISTS outbound_certificate (host text PRIMARY KEY, valid_until timestamptz NOT NULL,
           seen_at timestamptz NOT NULL DEFAULT clock_timestamp())`,
      ],
    },
  ],
  routes: {
    'GET /api/v1/system': {
      describe: {
        summary: 'How the installation does, for administrators',
        operationId: 'system',
        responses: jsonResponses(
          { type: 'object', description: 'As schemas/system/responses.ts says.' },
          403,
        ),
      },
      async run({ user }, reply, context) {
        const { catalog } = context.services();
        if (!catalog.rights(user.roles).holds(REQUIRED_RIGHTS, 'read')) throw forbidden();
        return reply.header('cache-control', 'no-store').send(await readSystem(context));
      },
    },
  },
  setup(scope, { db, onError }) {
    const heartbeat = new Heartbeat(db, onError);
    scope.addHook('onListen', () => heartbeat.start());
    scope.addHook('onClose', () => heartbeat.stop());
  },
  jobs: {
    [PUBLIC_URL_JOB]: {
      label: message('Look at the console’s own address'),
      // Unreachable from inside is fine; if it is reachable, its certificate is recorded.
      async run(_, { settings }) {
        const url = settings.publicUrl;
        if (url?.startsWith('https:')) await request(new URL('/livez', url)).catch(() => undefined);
      },
    },
  },
  schedules: { [PUBLIC_URL_JOB]: { everyMinutes: 60 } },
} satisfies DomainModule;

/** Registers this process in the database while it runs. */
class Heartbeat {
  private readonly id = newId();
  private readonly outboundStats = new OutboundStats();
  private timer: NodeJS.Timeout | undefined;
  private lastBeat: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.beat(), HEARTBEAT_MS).unref();
    this.beat();
  }

  async stop(): Promise<void> {
    this.outboundStats.stop();
    if (this.timer === undefined) return;
    clearInterval(this.timer);
    await this.lastBeat;
    // If the database is unreachable, the missing heartbeat shows that the process is gone.
    await this.db.query('DELETE FROM service_process WHERE id = $1::uuid', [this.id]).catch(() => undefined);
  }

  private beat(): void {
    this.lastBeat = this.lastBeat
      .then(async () => {
        await this.db.query(
          `INSERT INTO service_process (id, host, version, node, memory, hosts)
           VALUES ($1::uuid, $2, $3, $4, $5::bigint, $6::jsonb)
           ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp(), memory = excluded.memory, hosts = excluded.hosts`,
          [
            ...[this.id, hostname(), manifest.version, process.versions.node, process.memoryUsage.rss()],
            JSON.stringify(this.outboundStats.recentCallsByHost()),
          ],
        );
        await this.outboundStats.saveAndPruneCertificates(this.db);
        await this.db.query(
          `DELETE FROM service_process WHERE seen_at < clock_timestamp() - $1::int * interval '1 s'`,
          [DELETE_AFTER_S],
        );
      })
      .catch(this.onError);
  }
}

async function readSystem(context: Context): Promise<SystemResponse> {
  const { db } = context;
  const [{ processes, hosts }, certificates, queues, database, backup, moduleAttention] = [
    await readProcesses(db),
    await readCertificates(db),
    await readQueues(context),
    await readDatabase(context),
    await readBackups(context),
    await context.attention(),
  ];
  const attention = [
    ...moduleAttention,
    ...findSystemAttention({ processes, queues }),
    ...findHostAlerts({ hosts, certificates }),
  ];
  const others = { hosts, certificates };
  return { attention: attention.toSorted(bySeverity), processes, queues, ...others, database, backup };
}

const bySeverity = (one: AttentionItem, other: AttentionItem): number =>
  one.severity.localeCompare(other.severity);

function findSystemAttention({
  processes,
  queues,
}: Pick<SystemResponse, 'processes' | 'queues'>): AttentionItem[] {
  const items: AttentionItem[] = [];
  const gone = processes.filter(({ isGone }) => isGone);
  if (gone.length > 0)
    items.push({
      ...{ id: 'processes-gone', severity: 'critical' },
      title: t('%{gone} stopped without a word', { gone: gone.map(({ host }) => host).join(', ') }),
      advice: t('Others took over its work. Look at its log and start it again.'),
    });
  const versions = new Set(processes.filter(({ isGone }) => !isGone).map(({ version }) => version));
  if (versions.size > 1)
    items.push({
      ...{ id: 'versions', severity: 'warning' },
      title: t('%{size} versions run side by side', { size: versions.size }),
      advice: t('Fine during an upgrade. Afterwards, stop the older processes.'),
    });
  const late = queues.filter(({ oldestDueSeconds }) => (oldestDueSeconds ?? 0) > MAX_JOB_DELAY_S);
  if (late.length > 0)
    items.push({
      ...{ id: 'jobs-late', severity: 'critical' },
      title: t('Background work waits for more than five minutes'),
      advice: t('All processes are busy, or none works on it. Add a process.'),
      link: '/jobs',
    });
  const failed = queues.reduce((sum, queue) => sum + queue.failed, 0);
  if (failed > 0)
    items.push({
      ...{ id: 'jobs-failed', severity: 'warning' },
      title: t(failed === 1 ? '%{failed} job failed today' : '%{failed} jobs failed today', { failed }),
      advice: t('Each says why in the list of jobs.'),
      link: '/jobs',
    });
  return items;
}

/** Also sums up the calls of other hosts by the processes that are running. */
async function readProcesses(db: Database): Promise<Pick<SystemResponse, 'processes' | 'hosts'>> {
  const rows = await db.query<{
    id: string;
    host: string;
    version: string;
    node: string;
    memory: string;
    started: Date;
    seen: Date;
    gone: boolean;
    hosts: SystemHost[];
  }>(
    `SELECT id, host, version, node, memory, started_at AS started, seen_at AS seen, hosts,
       seen_at < clock_timestamp() - $1::int * interval '1 s' AS gone
     FROM service_process ORDER BY started_at`,
    [GONE_AFTER_S],
  );
  const hosts = mergeProcessStats(rows.flatMap((row) => (row.gone ? [] : [row.hosts])));
  const processes = rows.map(({ id, host, version, node, memory, started, seen, gone }) => ({
    ...{ id, host, version, node, startedAt: started.toISOString(), seenAt: seen.toISOString() },
    ...{ memoryBytes: Number(memory), isGone: gone },
  }));
  return { processes, hosts };
}

/** Names of jobs with some that are due, running or failed. */
async function readQueues({ db, jobs }: Context): Promise<SystemQueue[]> {
  const rows = await db.query<Omit<SystemQueue, 'title'> & Record<string, unknown>>(
    `SELECT name, count(*) FILTER (WHERE state = 'waiting')::int AS due,
       count(*) FILTER (WHERE state = 'running')::int AS running,
       count(*) FILTER (WHERE state = 'failed')::int AS failed,
       extract(epoch FROM clock_timestamp() - min(due_at) FILTER (WHERE state = 'waiting'))::float8 AS "oldestDueSeconds"
     FROM job_run WHERE state = 'running' OR state = 'waiting' AND due_at <= now()
       OR state = 'failed' AND ended_at > now() - interval '1 day'
     GROUP BY name ORDER BY name`,
  );
  return rows.map((row) => ({ ...row, title: t(jobs.labelOf(row.name)) }));
}

async function readDatabase({ db, services }: Context): Promise<SystemResponse['database']> {
  const [about] = await db.query<{ version: string; bytes: string }>(
    `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes`,
  );
  const tables = await db.query<SystemTable & Record<string, unknown>>(
    `SELECT coalesce(pg_partition_root(oid), oid)::regclass::text AS name,
       sum(pg_total_relation_size(oid))::float8 AS bytes, sum(greatest(reltuples, 0))::float8 AS rows
     FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
     GROUP BY 1 ORDER BY 2 DESC`,
  );
  const plurals = new Map(
    services().catalog.product.entities.map(({ name, plural }) => [tableName(name), plural]),
  );
  return {
    engine: db.engine,
    version: (about?.version ?? '').split(' ')[0] ?? '',
    bytes: Number(about?.bytes ?? 0),
    tables: sumByTitle(tables, plurals).slice(0, MAX_TABLES),
    replica: db.replica?.status() ?? null,
  };
}

/** Merges tables with the same title, the largest first; `rows` is that of the largest table. */
function sumByTitle(tables: readonly SystemTable[], plurals: ReadonlyMap<string, string>): SystemTable[] {
  const sums = new Map<string, SystemTable>();
  for (const { name: table, bytes, rows } of tables) {
    const name = t(tableTitle(table, plurals));
    const sum = sums.get(name);
    if (sum) sum.bytes += bytes;
    else sums.set(name, { name, bytes, rows });
  }
  return [...sums.values()].toSorted((one, other) => other.bytes - one.bytes);
}
