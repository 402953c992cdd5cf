import { findKeyword } from '../../../../schemas/chatAds/keywords.ts';
import { cachedBriefly } from '../../../engine/resources/briefCache.ts';
import type { Services } from '../../../engine/resources/services.ts';
import type { WebhookCaller } from '../../../engine/outbound/webhooks/caller.ts';
import type { Database } from '../../../engine/storage/database.ts';
import type { BotSettings } from '../botSettings.ts';
import { ModelCache } from '../training/store.ts';
import type { IntentScore } from '../../../../schemas/understanding/botTest.ts';
import type { Knowledge, RecognizableEntity, StoredRecord } from './types.ts';
import { understand } from './understand.ts';

/** Records read per entity and answer. */
const MAX_RECORDS = 1_000;
const MAX_INTENTS = 10_000;
/** Time budget of all webhooks of one answer together. */
export const ANSWER_WEBHOOKS_MS = 8_000;

/** This process's model cache of each database. */
const modelCaches = new WeakMap<Database, ModelCache>();

/** The bot's current knowledge, with this process's cached models. */
export function currentKnowledge(services: Services, settings: BotSettings, call: WebhookCaller): Knowledge {
  const cache = modelCaches.get(services.db) ?? new ModelCache();
  modelCaches.set(services.db, cache);
  return loadKnowledge(services, settings, cache, call);
}

/** Knowledge from the stored records, read as an answer needs them and cached briefly for concurrent answers. */
export function loadKnowledge(
  services: Services,
  settings: BotSettings,
  models: Pick<ModelCache, 'current'>,
  call: WebhookCaller,
): Knowledge {
  const { catalog, db } = services;
  const oldestFirst = { field: 'createdAt', order: 'ASC' } as const;
  const cached = <T>(key: string, entity: string, read: () => Promise<T>): Promise<T> =>
    cachedBriefly(services, `${entity} ${key}`, [entity], read);
  return {
    threshold: settings.threshold,
    failAction: settings.failAction,
    locationAction: settings.locationAction,
    disambiguation: settings.disambiguation,
    async chatAd(channel, text) {
      const where = [{ channel, active: { ne: false } }];
      const all = await cached(channel, 'chat-ad', async () =>
        catalog.repository('chat-ad')?.list({ take: MAX_RECORDS, where }),
      );
      for (const { id, name, topics } of all ?? []) {
        const found = findKeyword(topics, text);
        if (found) return { id, name, topic: found.topic, template: found.template };
      }
      return undefined;
    },
    rules: async () =>
      (await cached('rules', 'chat-logic', async () =>
        catalog.repository('chat-logic')?.list({ take: MAX_RECORDS, sort: { field: 'order', order: 'ASC' } }),
      )) ?? [],
    async understand(text) {
      const understood = await understand(await models.current(db), settings, text, call);
      return { ...understood, scores: await withCurrentNames(services, understood.scores) };
    },
    async intents(ids) {
      const found = await cached(`of ${ids.join()}`, 'intent', async () =>
        catalog.repository('intent')?.list({ take: ids.length, where: [{ id: [...ids] }] }),
      );
      return found ?? [];
    },
    mappersOf: async (intent) =>
      (await cached(`of ${intent}`, 'mapper', async () =>
        catalog.repository('mapper')?.list({ take: MAX_RECORDS, where: [{ intent }], sort: oldestFirst }),
      )) ?? [],
    mapper: (id) => cached(id, 'mapper', async () => catalog.repository('mapper')?.find(id)),
    async entities(ids) {
      const uniqueIds = [...new Set(ids)];
      const where = [{ any: [{ autoDetect: true }, ...(uniqueIds.length > 0 ? [{ id: uniqueIds }] : [])] }];
      const found = await cached(`in ${uniqueIds.join()}`, 'entity', async () =>
        catalog.repository('entity')?.list({ take: MAX_RECORDS, where, sort: oldestFirst }),
      );
      return (found ?? []) satisfies RecognizableEntity[];
    },
    template: (id) => cached(id, 'template', async () => catalog.repository('template')?.find(id)),
    flow: (idOrName) =>
      cached(idOrName, 'flow', async () => {
        const flows = catalog.repository('flow');
        const byId: StoredRecord<'flow'> | undefined = await flows?.find(idOrName);
        return byId ?? (await flows?.list({ take: 1, where: [{ name: idOrName }] }))?.[0];
      }),
  };
}

/** Scores with the current names of intents, without intents deleted since the training. */
async function withCurrentNames(services: Services, scored: IntentScore[]): Promise<IntentScore[]> {
  if (scored.length === 0) return [];
  const names = await cachedBriefly(services, 'names of intents', ['intent'], async () => {
    const intents = await services.catalog.repository('intent')?.list({ take: MAX_INTENTS, brief: true });
    return new Map((intents ?? []).map(({ id, name }) => [id, name]));
  });
  return scored.flatMap((one) => {
    const intent = names.get(one.id);
    return intent === undefined ? [] : [{ ...one, intent }];
  });
}
