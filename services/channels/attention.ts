import type { AttentionItem } from '../../schemas/system/answers.ts';
import type { Context } from '../engine/modules/module.ts';

/** Channels that are switched on and through which nothing can be sent. */
export async function channelAttention({ services }: Context): Promise<AttentionItem[]> {
  const { repository } = services().catalog.require('channel');
  const count = (credentials: string): Promise<number> =>
    repository.count({ where: [{ credentials, active: true }] });
  const failed = await count('failed');
  const missing = await count('missing');
  return [
    ...(failed > 0
      ? [
          {
            ...{ id: 'channels-refused', severity: 'critical' as const },
            title:
              failed === 1 ? 'A channel’s credentials fail' : `The credentials of ${failed} channels fail`,
            advice: 'Open it, paste a new token, and press Test.',
            link: `/channel-management?filter=${encodeURIComponent(JSON.stringify({ credentials: 'failed' }))}`,
          },
        ]
      : []),
    ...(missing > 0
      ? [
          {
            ...{ id: 'channels-missing', severity: 'warning' as const },
            title: missing === 1 ? 'A channel is not connected' : `${missing} channels are not connected`,
            advice: 'Nothing is sent on them. Connect them, or deactivate them.',
            link: `/channel-management?filter=${encodeURIComponent(JSON.stringify({ credentials: 'missing' }))}`,
          },
        ]
      : []),
  ];
}
