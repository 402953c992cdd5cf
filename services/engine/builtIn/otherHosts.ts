import type {
  AttentionItem,
  SystemAnswer,
  SystemCertificate,
  SystemHost,
} from '../../../schemas/system/answers.ts';
import { onMeasurement } from '../metrics/measure.ts';
import { onCertificate } from '../outbound/certificates.ts';
import type { Queryable } from '../storage/database.ts';
import { t } from '../../../schemas/texts/translate.ts';

const MINUTE_MS = 60_000;
/** Minutes over which calls are counted. */
const WINDOW_MINUTES = 10;
/** A host that fails this share of so many calls at least wants somebody's attention. */
const FAILING_SHARE = 0.2;
const FAILING_CALLS = 5;
const DAY_MS = 86_400_000;
/** Days before its end at which a certificate wants somebody's attention. */
const CERTIFICATE_DAYS = 14;
/** Certificates that are shown, those that end first. */
const MAX_CERTIFICATES = 20;
/** Days after which a host that nobody calls any more is forgotten. */
const FORGET_DAYS = 30;

/** Calls of one host by this process within one minute. */
interface Minute {
  minute: number;
  calls: number;
  failed: number;
}
interface Calls {
  minutes: Minute[];
  lastFailure: SystemHost['lastFailure'];
}

/** How other hosts answer this process: platforms each by its own, addresses that people typed together. */
export class OtherHosts {
  private readonly hosts = new Map<string, Calls>();
  private readonly seen = new Map<string, Date>();
  private readonly stops: (() => void)[];

  constructor() {
    this.stops = [
      onMeasurement(({ metric, labels: { host, status } }) => {
        if (metric === 'console_outbound_request_seconds' && host !== undefined && status !== undefined)
          this.count(host, status);
      }),
      onCertificate(({ host, validUntil }) => this.seen.set(host, validUntil)),
    ];
  }

  stop(): void {
    for (const stop of this.stops) stop();
  }

  /** Calls of the last ten minutes by host. */
  calls(): SystemHost[] {
    const from = Date.now() / MINUTE_MS - WINDOW_MINUTES;
    for (const [host, { minutes }] of this.hosts)
      if ((minutes.at(-1)?.minute ?? 0) <= from) this.hosts.delete(host);
    return [...this.hosts].map(([host, { minutes, lastFailure }]) => {
      const recent = minutes.filter(({ minute }) => minute > from);
      const sum = (key: 'calls' | 'failed'): number => recent.reduce((total, one) => total + one[key], 0);
      return { host, calls: sum('calls'), failed: sum('failed'), lastFailure };
    });
  }

  /** Stores the certificates that were seen since the last time. */
  async storeCertificates(db: Queryable): Promise<void> {
    const rows = [...this.seen].map(([host, validUntil]) => ({ host, validUntil }));
    if (rows.length > 0)
      await db.query(
        `INSERT INTO outbound_certificate AS stored (host, valid_until)
         SELECT host, "validUntil" FROM jsonb_to_recordset($1::jsonb) AS seen(host text, "validUntil" timestamptz)
         ON CONFLICT (host) DO UPDATE SET valid_until = excluded.valid_until, seen_at = clock_timestamp()`,
        [JSON.stringify(rows)],
      );
    for (const { host } of rows) this.seen.delete(host);
    await db.query(
      `DELETE FROM outbound_certificate WHERE seen_at < clock_timestamp() - $1::int * interval '1 day'`,
      [FORGET_DAYS],
    );
  }

  private count(host: string, answer: string): void {
    const calls = this.hosts.get(host) ?? { minutes: [], lastFailure: null };
    this.hosts.set(host, calls);
    const minute = Math.floor(Date.now() / MINUTE_MS);
    let last = calls.minutes.at(-1);
    if (last?.minute !== minute) {
      last = { minute, calls: 0, failed: 0 };
      calls.minutes = [...calls.minutes.slice(1 - WINDOW_MINUTES), last];
    }
    last.calls += 1;
    if (!isFailure(answer)) return;
    last.failed += 1;
    calls.lastFailure = { answer, at: new Date().toISOString() };
  }
}

/** No answer, an error of theirs, or a refusal of ours; that what was asked for is not there is an answer. */
const isFailure = (answer: string): boolean =>
  answer !== 'aborted' && !/^([23]\d\d|400|404|409|410)$/.test(answer);

/** Of all processes. */
export function sumOfHosts(perProcess: readonly (readonly SystemHost[])[]): SystemHost[] {
  const sums = new Map<string, SystemHost>();
  for (const { host, calls, failed, lastFailure } of perProcess.flat()) {
    const sum = sums.get(host) ?? { host, calls: 0, failed: 0, lastFailure: null };
    const isLater = lastFailure !== null && lastFailure.at > (sum.lastFailure?.at ?? '');
    sums.set(host, {
      ...{ host, calls: sum.calls + calls, failed: sum.failed + failed },
      lastFailure: isLater ? lastFailure : sum.lastFailure,
    });
  }
  return [...sums.values()].toSorted((one, other) => one.host.localeCompare(other.host));
}

/** Certificates of other hosts, those that end first. */
export async function readCertificates(db: Queryable): Promise<SystemCertificate[]> {
  const rows = await db.query<{ host: string; until: Date; seen: Date }>(
    `SELECT host, valid_until AS until, seen_at AS seen FROM outbound_certificate ORDER BY valid_until, host LIMIT $1::int`,
    [MAX_CERTIFICATES],
  );
  return rows.map(({ host, until, seen }) => ({
    ...{ host, validUntil: until.toISOString(), seenAt: seen.toISOString() },
  }));
}

/** What of other hosts wants somebody's attention. */
export function attentionOfHosts({
  hosts,
  certificates,
}: Pick<SystemAnswer, 'hosts' | 'certificates'>): AttentionItem[] {
  const failing = hosts.filter(
    ({ calls, failed }) => calls >= FAILING_CALLS && failed / calls > FAILING_SHARE,
  );
  const now = Date.now();
  const ending = certificates.filter(
    ({ validUntil }) => Date.parse(validUntil) < now + CERTIFICATE_DAYS * DAY_MS,
  );
  return [
    ...failing.map(({ host, calls, failed, lastFailure }) => ({
      ...{ id: `host-fails:${host}`, severity: 'critical' as const },
      title: t('%{host} failed %{failed} of %{calls} calls in ten minutes', {
        host: host === WEBHOOKS ? t('Webhooks of the workspace') : host,
        failed,
        calls,
      }),
      advice: t('The last answer: %{answer}. What was to be sent is tried again by itself.', {
        answer: lastFailure?.answer ?? t('unknown'),
      }),
    })),
    ...ending.map(({ host, validUntil }) => {
      const days = Math.ceil((Date.parse(validUntil) - now) / DAY_MS);
      return {
        ...{ id: `certificate:${host}`, severity: days <= 0 ? ('critical' as const) : ('warning' as const) },
        title:
          days <= 0
            ? t('The certificate of %{host} has expired', { host })
            : t('The certificate of %{host} expires in %{days}', {
                host,
                days: days === 1 ? t('a day') : t('%{days} days', { days }),
              }),
        advice: t(
          'Have it renewed by whoever runs that host: without a valid one nothing is exchanged with it.',
        ),
      };
    }),
  ];
}

/** As calls of addresses that people typed are counted. */
const WEBHOOKS = 'webhook';
