import type { AttentionItem } from '../../schemas/system/responses.ts';
import type { Context } from '../engine/modules/module.ts';
import type { WebhookFault } from './webhookState.ts';
import { t } from '../../schemas/texts/translate.ts';

const WEBHOOK_FAULTS: readonly WebhookFault[] = ['refused', 'unreachable', 'unstored', 'unanswered'];

/** Active channels whose webhook or credentials fail. */
export async function channelAttention({ services }: Context): Promise<AttentionItem[]> {
  const { repository } = services().catalog.require('channel');
  const count = (credentials: string): Promise<number> =>
    repository.count({ where: [{ credentials, active: true }] });
  const failed = await count('failed');
  const missing = await count('missing');
  const where = [{ webhook: [...WEBHOOK_FAULTS], active: true }];
  const failingWebhooks = await repository.count({ where });
  return [
    ...(failingWebhooks > 0
      ? [
          {
            ...{ id: 'channels-webhook', severity: 'critical' as const },
            title:
              failingWebhooks === 1
                ? t('A channel’s webhook fails')
                : t('The webhooks of %{unheard} channels fail', { unheard: failingWebhooks }),
            advice: t(
              'Open it to read why. It goes by itself once something comes in, or Test connection finds it well.',
            ),
            link: '/channel-management',
          },
        ]
      : []),
    ...(failed > 0
      ? [
          {
            ...{ id: 'channels-refused', severity: 'critical' as const },
            title:
              failed === 1
                ? t('A channel’s credentials fail')
                : t('The credentials of %{failed} channels fail', { failed }),
            advice: t('Open it, paste a new token, and press Test.'),
            link: `/channel-management?filter=${encodeURIComponent(JSON.stringify({ credentials: 'failed' }))}`,
          },
        ]
      : []),
    ...(missing > 0
      ? [
          {
            ...{ id: 'channels-missing', severity: 'warning' as const },
            title:
              missing === 1
                ? t('A channel is not connected')
                : t('%{missing} channels are not connected', { missing }),
            advice: t('Nothing is sent on them. Connect them, or deactivate them.'),
            link: `/channel-management?filter=${encodeURIComponent(JSON.stringify({ credentials: 'missing' }))}`,
          },
        ]
      : []),
  ];
}
