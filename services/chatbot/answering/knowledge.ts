import type { Services } from '../../resources/services.ts';
import type { BotSettings } from '../botSettings.ts';
import type { ModelCache } from '../training/store.ts';
import type { Knowledge, Recognisable, Scored, Stored } from './types.ts';
import { understand } from './understand.ts';

/** Records that an answer looks at, at most. */
const MOST = 1_000;

/** What is stored, looked up as far as an answer needs it. */
export function storedKnowledge(services: Services, settings: BotSettings, models: ModelCache): Knowledge {
  const { catalog, db } = services;
  const oldestFirst = { field: 'createdAt', order: 'ASC' } as const;
  return {
    threshold: settings.threshold,
    failAction: settings.failAction,
    rules: async () =>
      (await catalog.typed('chat-logic')?.list({ take: MOST, sort: { field: 'order', order: 'ASC' } })) ?? [],
    async understand(text) {
      const scored = await understand(await models.current(db), settings, text);
      return withNames(services, scored);
    },
    mappersOf: async (intent) =>
      (await catalog.typed('mapper')?.list({ take: MOST, where: [{ intent }], sort: oldestFirst })) ?? [],
    mapper: async (id) => catalog.typed('mapper')?.find(id),
    async entities(ids) {
      const wanted = [...new Set(ids)];
      const where = [{ any: [{ autoDetect: true }, ...(wanted.length > 0 ? [{ id: wanted }] : [])] }];
      const found = (await catalog.typed('entity')?.list({ take: MOST, where, sort: oldestFirst })) ?? [];
      return found satisfies Recognisable[];
    },
    template: async (id) => catalog.typed('template')?.find(id),
    async flow(idOrName) {
      const flows = catalog.typed('flow');
      const byId: Stored<'flow'> | undefined = await flows?.find(idOrName);
      return byId ?? (await flows?.list({ take: 1, where: [{ name: idOrName }] }))?.[0];
    },
  };
}

/** Intents as they are called now; those that are gone since the training are left out. */
async function withNames({ catalog }: Services, scored: Scored[]): Promise<Scored[]> {
  if (scored.length === 0) return [];
  const intents = catalog.typed('intent');
  const found =
    (await intents?.list({ take: MOST, brief: true, where: [{ id: scored.map(({ id }) => id) }] })) ?? [];
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return scored.flatMap((one) => {
    const intent = names.get(one.id);
    return intent === undefined ? [] : [{ ...one, intent }];
  });
}
