import type { Network } from '../../../schemas/generated/types.ts';
import type { Services } from '../../engine/resources/services.ts';

/** What a workspace has set for its broadcasts. */
export type SendingRules = Required<Pick<Network, 'quietRule'>> & Pick<Network, 'quietFrom' | 'quietUntil'>;

/** What holds where nobody has set anything. */
const DEFAULTS: SendingRules = { quietRule: 'off' };

export async function readSendingRules({ catalog }: Pick<Services, 'catalog'>): Promise<SendingRules> {
  const [stored] = (await catalog.typed('network')?.list({ take: 1 })) ?? [];
  const { quietRule = DEFAULTS.quietRule, quietFrom, quietUntil } = stored ?? {};
  return { quietRule, ...(quietFrom && { quietFrom }), ...(quietUntil && { quietUntil }) };
}
