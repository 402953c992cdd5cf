import type { DomainModule } from '../../engine/modules/module.ts';
import { chatLogicModule } from './chatLogic.ts';
import { flowsModule } from './flows.ts';
import { entitiesModule, intentsModule } from './intents.ts';
import { learningModule } from './learning/module.ts';
import { mappersModule } from './mappers.ts';
import { variablesModule } from './variables.ts';
import { testerModule } from './tester/module.ts';
import { trainingModule } from './training/module.ts';

export { answer } from './answering/answer.ts';
export { QUESTION_TTL_MIN } from './answering/pendingQuestion.ts';
export { ANSWER_WEBHOOKS_MS, currentKnowledge } from './answering/knowledge.ts';
export { variablesFor } from './answering/variables.ts';
export type { Assignment, BotAnswer, Expecting, Inbound } from './answering/types.ts';
export { botSettings, type BotSettings } from './botSettings.ts';
export { missedKey, missedReason, recordMissed } from './learning/missed.ts';
export { listLiveTrainings } from './training/trainings.ts';
export { webhookTestsModule } from './tester/webhookTests.ts';

/** The modules of the bot. */
export const BOT_MODULES: readonly DomainModule[] = [
  variablesModule,
  intentsModule,
  entitiesModule,
  mappersModule,
  flowsModule,
  chatLogicModule,
  trainingModule,
  learningModule,
  testerModule,
];
