import type { DomainModule } from '../../engine/modules/module.ts';

/** Recipients by result, and pending batches. */
export const CAMPAIGN_METRICS = {
  console_broadcast_recipients_total: {
    type: 'counter',
    help: 'People of broadcasts by what became of their message',
    labels: ['result'],
    panels: [
      {
        title: 'Broadcasts, people a second',
        query: 'sum by (result) (rate(console_broadcast_recipients_total[5m]))',
        ...{ unit: 'short', legend: '{{result}}' },
      },
    ],
    alerts: [
      {
        name: 'BroadcastsFail',
        expr: 'sum(increase(console_broadcast_recipients_total{result="failed"}[15m])) / sum(increase(console_broadcast_recipients_total[15m])) > 0.2',
        ...{ for: '5m', severity: 'warning' },
        summary: 'One message in five of a broadcast fails',
      },
    ],
  },
  console_broadcast_batches: {
    type: 'gauge',
    help: 'Batches of broadcasts that are still to be sent',
    panels: [{ title: 'Batches to send', query: 'max(console_broadcast_batches)', unit: 'short' }],
    read: async ({ db }) =>
      db.query<{ value: number }>(
        `SELECT count(*)::int AS value FROM broadcast_part WHERE state IN ('waiting', 'sending')`,
      ),
  },
} satisfies DomainModule['metrics'];
