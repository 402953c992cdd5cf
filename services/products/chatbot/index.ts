import type { DomainModule } from '../../engine/modules/module.ts';
import { chatLogicModule } from './chatLogic.ts';
import { flowsModule } from './flows.ts';
import { entitiesModule, intentsModule } from './intents.ts';
import { mappersModule } from './mappers.ts';
import { variablesModule } from './variables.ts';
import { trainingModule } from './training/module.ts';

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
