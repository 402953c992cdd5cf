import type { BotTestRequest } from '../../../../schemas/understanding/botTest.ts';
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
  handlers: {
    try: {
      on: 'list',
      operation: 'read',
      input: 'try-intent',
      output: { type: 'object', additionalProperties: true },
      run: async ({ input, context }) => {
        const { settings } = context;
        const services = context.services();
        const botConfig = await botSettings(services);
        const policy = webhookPolicy(settings);
        const callWebhook = webhookCaller({ policy, key: botConfig.signingKey, totalMs: ANSWER_WEBHOOKS_MS });
        const knowledge = currentKnowledge(services, botConfig, callWebhook);
        return tryBot(services, knowledge, input as unknown as BotTestRequest, settings.publicUrl ?? null);
      },
    },
  },
} satisfies DomainModule;
