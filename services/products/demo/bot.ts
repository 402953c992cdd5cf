import type { DemoRecord, DomainModule } from '../../engine/modules/module.ts';
import { missedKey } from '../chatbot/index.ts';
import { resolveReferences } from './content.ts';
import bot from './content/bot.json' with { type: 'json' };
import missed from './content/missed.json' with { type: 'json' };
import intents from './content/intents.json' with { type: 'json' };
import sentences from './content/sentences.json' with { type: 'json' };

const HOUR_MS = 3_600_000;

/** The demo's bot: intents, mappers, flows, rules and test sentences. */
export const demoBotModule = {
  name: 'demo bot',
  demo({ random, now, rowsOf }) {
    const rowsByEntity: Record<string, DemoRecord[]> = {};
    const findRows = (entity: string): readonly DemoRecord[] => rowsByEntity[entity] ?? rowsOf(entity);
    const add = (entity: string, rows: readonly (object & { id?: string })[]): void => {
      rowsByEntity[entity] = rows.map(({ id = random.uuid(), ...row }) => ({
        ...{ id, ...resolveReferences(row, findRows) },
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
    return rowsByEntity;
  },
} satisfies DomainModule;
