import type { DemoRecord, DomainModule } from '../../engine/modules/module.ts';
import { missedKey } from '../chatbot/index.ts';
import { resolveReferences } from './content.ts';
import bot from './content/bot.json' with { type: 'json' };
import missed from './content/missed.json' with { type: 'json' };
import intents from './content/intents.json' with { type: 'json' };
import sentences from './content/sentences.json' with { type: 'json' };

const HOUR_MS = 3_600_000;

/** A bot that answers: intents, mappers, flows, rules, and sentences to try it with. */
export const demoBotModule = {
  name: 'demo bot',
  demo({ random, now, rowsOf }) {
    const made: Record<string, DemoRecord[]> = {};
    const ownRowsOf = (entity: string): readonly DemoRecord[] => made[entity] ?? rowsOf(entity);
    const add = (entity: string, rows: readonly (object & { id?: string })[]): void => {
      made[entity] = rows.map(({ id = random.uuid(), ...row }) => ({
        ...{ id, ...resolveReferences(row, ownRowsOf) },
      }));
    };
    add(
      'intent',
      Object.entries(intents).map(([name, samples]) => ({ name, samples })),
    );
    add(
      'flow',
      bot.flows.map(({ id = random.uuid(), actions, ...flow }) => ({
        ...{ id, ...flow },
        actions: actions.map((action) => ({ id: random.uuid(), ...action })),
      })),
    );
    add('mapper', bot.mappers);
    add('chat-logic', bot.rules);
    add(
      'test-sentence',
      sentences.map(({ sentence, intent }) =>
        intent === null
          ? { sentence, expects: 'nothing' }
          : { sentence, expects: 'intent', intent: `@intent/${intent}` },
      ),
    );
    add(
      'missed-sentence',
      missed.map(({ hours, channel, status = 'open', ...row }) => ({
        ...{ ...row, status, key: missedKey(row.sentence), channel: `@channel/${channel}` },
        firstAt: new Date(now.getTime() - (hours + 240) * HOUR_MS).toISOString(),
        lastAt: new Date(now.getTime() - hours * HOUR_MS).toISOString(),
      })),
    );
    return made;
  },
} satisfies DomainModule;
