import type { Asked } from '../../../../schemas/understanding/trial.ts';
import type { DomainModule } from '../../../engine/modules/module.ts';
import { webhookPolicy } from '../../../engine/outbound/webhookPolicy.ts';
import { webhookCaller } from '../../../engine/outbound/webhooks/caller.ts';
import { ANSWER_WEBHOOKS_MS, currentKnowledge } from '../answering/knowledge.ts';
import { botSettings } from '../botSettings.ts';
import { tryBot } from './tryBot.ts';

/** The tester: asks the bot as a person would. Nothing is stored or sent; webhooks of the workspace are called. */
export const testerModule = {
  name: 'tester',
  entity: 'intent',
  verbs: {
    try: {
      on: 'list',
      operation: 'read',
      input: 'try-intent',
      output: { type: 'object', additionalProperties: true },
      run: async ({ input, context: { services, settings } }) => {
        const now = services();
        const bot = await botSettings(now);
        const policy = webhookPolicy(settings);
        const call = webhookCaller({ policy, key: bot.signingKey, totalMs: ANSWER_WEBHOOKS_MS });
        const knowledge = currentKnowledge(now, bot, call);
        return tryBot(now, knowledge, input as unknown as Asked, settings.publicUrl ?? null);
      },
    },
  },
} satisfies DomainModule;
