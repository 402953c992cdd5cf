import type {
  AttentionItem,
  SystemResponse,
  SystemCertificate,
  SystemHost,
} from '../../../schemas/system/responses.ts';
import { onMeasurement } from '../metrics/measure.ts';
import { onCertificate } from '../outbound/certificates.ts';
import type { Queryable } from '../storage/database.ts';
import { t } from '../../../schemas/texts/translate.ts';

const MINUTE_MS = 60_000;
/** Calls of the last minutes are counted. */
const WINDOW_MINUTES = 10;
/** Alert when more than this share of at least so many calls fail. */
const ALERT_FAILURE_RATE = 0.2;
const ALERT_MIN_CALLS = 5;
const DAY_MS = 86_400_000;
/** Alert so many days before a certificate expires. */
const CERTIFICATE_WARNING_DAYS = 14;
/** Certificates that are shown, those that expire first. */
const MAX_CERTIFICATES = 20;
/** A certificate is deleted once its host has not been called for so many days. */
const CERTIFICATE_RETENTION_DAYS = 30;

/** Calls of one host by this process within one minute. */
interface Minute {
  minute: number;
  calls: number;
  failed: number;
}
interface HostHistory {
  minutes: Minute[];
  lastFailure: SystemHost['lastFailure'];
}

/** Outbound call statistics of this process: per platform host; all webhooks of the workspace are counted as one. */
export class OutboundStats {
  private readonly hosts = new Map<string, HostHistory>();
  private readonly pendingCertificates = new Map<string, Date>();
  private readonly unsubscribers: (() => void)[];

  constructor() {
    this.unsubscribers = [
      onMeasurement(({ metric, labels: { host, status } }) => {
        if (metric === 'console_outbound_request_seconds' && host !== undefined && status !== undefined)
          this.recordCall(host, status);
      }),
      onCertificate(({ host, validUntil }) => this.pendingCertificates.set(host, validUntil)),
    ];
  }

  stop(): void {
    for (const unsubscribe of this.unsubscribers) unsubscribe();
  }

  /** Calls of the last ten minutes by host. Drops hosts without any. */
  recentCallsByHost(): SystemHost[] {
    const from = Date.now() / MINUTE_MS - WINDOW_MINUTES;
    for (const [host, { minutes }] of this.hosts)
      if ((minutes.at(-1)?.minute ?? 0) <= from) this.hosts.delete(host);
    return [...this.hosts].map(([host, { minutes, lastFailure }]) => {
      const recent = minutes.filter(({ minute }) => minute > from);
      const sum = (key: 'calls' | 'failed'): number =>
        recent.reduce((total, minute) => total + minute[key], 0);
      return { host, calls: sum('calls'), failed: sum('failed'), lastFailure };
    });
  }

  /** Stores the certificates seen since the last call, and deletes old ones. */
  async saveAndPruneCertificates(db: Queryable): Promise<void> {
    const rows = [...this.pendingCertificates].map(([host, validUntil]) => ({ host, validUntil }));
    if (rows.length > 0)
      await db.query(
        `INSERT INTO outbound_certificate AS stored (host, valid_until)
         SELECT host, "validUntil" FROM jsonb_to_recordset($1::jsonb) AS seen(host text, "validUntil" timestamptz)
         ON CONFLICT (host) DO UPDATE SET valid_until = excluded.valid_until, seen_at = clock_timestamp()`,
        [JSON.stringify(rows)],
      );
    for (const { host } of rows) this.pendingCertificates.delete(host);
    await db.query(
      `DELETE FROM outbound_certificate WHERE seen_at < clock_timestamp() - $1::int * interval '1 day'`,
      [CERTIFICATE_RETENTION_DAYS],
    );
  }

  private recordCall(host: string, status: string): void {
    const calls = this.hosts.get(host) ?? { minutes: [], lastFailure: null };
    this.hosts.set(host, calls);
    const minute = Math.floor(Date.now() / MINUTE_MS);
    let last = calls.minutes.at(-1);
    if (last?.minute !== minute) {
      last = { minute, calls: 0, failed: 0 };
      calls.minutes = [...calls.minutes.slice(1 - WINDOW_MINUTES), last];
    }
    last.calls += 1;
    if (!isFailure(status)) return;
    last.failed += 1;
    calls.lastFailure = { answer: status, at: new Date().toISOString() };
  }
}

/** No response, 401, 403, 429 and other 4xx, 5xx, or blocked by our own policy. 400, 404, 409 and 410 are the caller's own errors. */
const isFailure = (status: string): boolean =>
  status !== 'aborted' && !/^([23]\d\d|400|404|409|410)$/.test(status);

/** Adds up the statistics of all processes. */
export function mergeProcessStats(perProcess: readonly (readonly SystemHost[])[]): SystemHost[] {
  const sums = new Map<string, SystemHost>();
  for (const { host, calls, failed, lastFailure } of perProcess.flat()) {
    const sum = sums.get(host) ?? { host, calls: 0, failed: 0, lastFailure: null };
    const isLater = lastFailure !== null && lastFailure.at > (sum.lastFailure?.at ?? '');
    sums.set(host, {
      host,
      calls: sum.calls + calls,
      failed: sum.failed + failed,
      lastFailure: isLater ? lastFailure : sum.lastFailure,
    });
  }
  return [...sums.values()].toSorted((one, other) => one.host.localeCompare(other.host));
}

/** Certificates of called hosts, those that expire first. */
export async function readCertificates(db: Queryable): Promise<SystemCertificate[]> {
  const rows = await db.query<{ host: string; until: Date; seen: Date }>(
    `SELECT host, valid_until AS until, seen_at AS seen FROM outbound_certificate ORDER BY valid_until, host LIMIT $1::int`,
    [MAX_CERTIFICATES],
  );
  return rows.map(({ host, until, seen }) => ({
    host,
    validUntil: until.toISOString(),
    seenAt: seen.toISOString(),
  }));
}

/** Alerts about hosts that fail, or whose certificates expire soon. */
export function findHostAlerts({
  hosts,
  certificates,
}: Pick<SystemResponse, 'hosts' | 'certificates'>): AttentionItem[] {
  const failing = hosts.filter(
    ({ calls, failed }) => calls >= ALERT_MIN_CALLS && failed / calls > ALERT_FAILURE_RATE,
  );
  const now = Date.now();
  const expiring = certificates.filter(
    ({ validUntil }) => Date.parse(validUntil) < now + CERTIFICATE_WARNING_DAYS * DAY_MS,
  );
  return [
    ...failing.map(({ host, calls, failed, lastFailure }) => ({
      id: `host-fails:${host}`,
      severity: 'critical' as const,
      title: t('%{host} failed %{failed} of %{calls} calls in ten minutes', {
        host: host === WEBHOOK_HOST_LABEL ? t('Webhooks of the workspace') : host,
        failed,
        calls,
      }),
      advice: t('The last answer: %{answer}. Failed deliveries are retried automatically.', {
        answer: lastFailure?.answer ?? t('unknown'),
      }),
    })),
    ...expiring.map(({ host, validUntil }) => {
      const days = Math.ceil((Date.parse(validUntil) - now) / DAY_MS);
      return {
        id: `certificate:${host}`,
        severity: days <= 0 ? ('critical' as const) : ('warning' as const),
        title:
          days <= 0
            ? t('The certificate of %{host} has expired', { host })
            : t('The certificate of %{host} expires in %{days}', {
                host,
                days: days === 1 ? t('a day') : t('%{days} days', { days }),
              }),
        advice: t('Ask the operator of this host to renew it. Calls fail once it has expired.'),
      };
    }),
  ];
}

/** Host label shared by all webhooks of the workspace. */
const WEBHOOK_HOST_LABEL = 'webhook';
