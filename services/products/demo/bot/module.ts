import type { DomainModule } from '../../../engine/modules/module.ts';
import { demoAnswers } from './answers.ts';
import { demoIntents } from './intents.ts';

/** A bot that answers: intents, mappers, flows, rules and sentences to try it with. */
export const demoBotModule = {
  name: 'demo bot',
  demo({ random, rowsOf }) {
    const intent = demoIntents(random);
    const idOf = (entity: string, name: string): string => {
      const rows = entity === 'intent' ? intent : rowsOf(entity);
      const found = rows.find((row) => row['name'] === name);
      if (!found) throw new Error(`The demo has no ${entity} ${name}`);
      return found.id;
    };
    return { intent, ...demoAnswers(random, idOf) };
  },
} satisfies DomainModule;
