import type { DomainModule } from '../../engine/modules/module.ts';
import { chatLogicModule } from './chatLogic.ts';
import { flowsModule } from './flows.ts';
import { entitiesModule, intentsModule } from './intents.ts';
import { mappersModule } from './mappers.ts';
import { variablesModule } from './variables.ts';
import { trainingModule } from './training/module.ts';

export { answer } from './answering/answer.ts';
export { currentKnowledge } from './answering/knowledge.ts';
export { variablesFor } from './answering/tryIt.ts';
export type { Assignment, BotAnswer, Expecting, Inbound } from './answering/types.ts';
export { botSettings, type BotSettings } from './botSettings.ts';
export { webhookTestsModule } from './webhookTests.ts';

/** What the bot adds to what follows from the schemas. */
export const BOT_MODULES: readonly DomainModule[] = [
  variablesModule,
  intentsModule,
  entitiesModule,
  mappersModule,
  flowsModule,
  chatLogicModule,
  trainingModule,
];
