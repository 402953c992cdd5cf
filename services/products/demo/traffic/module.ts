import { setTimeout as wait } from 'node:timers/promises';
import type { Context, DomainModule } from '../../../engine/modules/module.ts';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import type { Queryable } from '../../../engine/storage/database.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { events } from '../../../engine/resources/events/events.ts';
import { databaseNow } from '../../../engine/jobs/index.ts';
import { columnsOf, quotedTableName } from '../../../engine/storage/sql.ts';
import { recordSourceSql } from '../../../engine/storage/liveFields.ts';
import { hasDemoSignIns } from '../fill.ts';
import { renderForChannel } from '../../../../schemas/channels/render.ts';
import { listDays, type Plan, buildTraffic, type ActivePerson } from './plan.ts';
import type { MenuTap } from './conversation.ts';
import { message } from '../../../../schemas/texts/translate.ts';
import { storedNumber, storedText } from '../../../../schemas/texts/stored.ts';

const TRAFFIC_JOB = 'demo.traffic';
/** Other statements on the embedded database wait for one batch. */
const MAX_EVENTS_PER_BATCH = 200;

interface TrafficData {
  /** When it ends, ISO 8601. */
  end: string;
}

const PROGRESS: JsonObject = {
  type: 'object',
  required: ['filling'],
  properties: {
    filling: {
      type: ['object', 'null'],
      description: 'Days that are there, of all of them; null when nothing is being made.',
      required: ['done', 'total'],
      properties: { done: { type: 'integer', minimum: 0 }, total: { type: 'integer', minimum: 0 } },
    },
  },
};

/** Progress of the job, in days; null if it is not running. */
async function readProgress(db: Queryable): Promise<{ done: number; total: number } | null> {
  const [run] = await db.query<{ done: number; total: number }>(
    `SELECT coalesce(done, 0) AS done, coalesce(total, 365) AS total FROM job_run
     WHERE name = $1 AND state IN ('waiting', 'running') LIMIT 1`,
    [TRAFFIC_JOB],
  );
  return run ?? null;
}

/** The demo's year of conversations, made in the background and stored like those that channels bring. */
export const demoTrafficModule = {
  name: 'demo traffic',
  jobs: {
    [TRAFFIC_JOB]: {
      label: message('Conversations of the demo'),
      timeout: '2h',
      concurrency: 1,
      async run({ data, signal, progress }, context) {
        const services = context.services();
        const plan = await buildPlan(context, data as TrafficData);
        const days = listDays(plan);
        let stored = 0;
        // The newest first, which people look at. Storing a day again after a restart changes nothing.
        for (const [done, day] of days.entries()) {
          const rows = buildTraffic(plan, day);
          for (let from = 0; from < rows.length; from += MAX_EVENTS_PER_BATCH) {
            signal.throwIfAborted();
            const began = performance.now();
            const part = rows.slice(from, from + MAX_EVENTS_PER_BATCH);
            stored += (await events(services, 'message').append(part)).stored;
            // Leaves half of the database's time to others.
            await wait(performance.now() - began, undefined, { signal });
          }
          progress(done + 1, days.length);
        }
        return { text: storedText('%{count} messages of a year.', { count: storedNumber(stored) }) };
      },
    },
  },
  routes: {
    'GET /api/v1/dashboard/demo/conversations': {
      describe: {
        summary: 'How far the demo’s year of conversations is',
        operationId: 'demo-conversations',
        tags: ['Dashboard'],
        responses: { 200: { description: 'Done', content: { 'application/json': { schema: PROGRESS } } } },
      },
      run: async (_request, _reply, { db }) => ({ filling: await readProgress(db) }),
    },
  },
  async start(context) {
    const { settings, db, jobs, userPool, services } = context;
    if (!settings.demo || settings.demoMessages === 0 || !userPool) return;
    const message = services().catalog.product.entities.find(({ name }) => name === 'message');
    if (!message || (await db.query(`SELECT 1 FROM ${quotedTableName(message)} LIMIT 1`)).length > 0) return;
    if (!(await hasDemoSignIns(userPool))) return;
    const end = (await databaseNow(db)).toISOString();
    await jobs.enqueue(db, TRAFFIC_JOB, { end } satisfies TrafficData, { key: TRAFFIC_JOB });
  },
} satisfies DomainModule;

async function buildPlan({ services, settings }: Context, { end }: TrafficData): Promise<Plan> {
  const { catalog, db } = services();
  const { model } = catalog.require('profile');
  const columns = columnsOf(model);
  const value = (name: string): string => columns.get(name)?.value ?? 'NULL';
  const people = await db.query<ActivePerson>(
    `SELECT id, ${value('channel')} AS channel, ${value('language')} = 'th' AS thai,
       (extract(epoch FROM ${value('firstSeen')}::timestamptz) * 1000)::float8 AS "firstSeen",
       (extract(epoch FROM coalesce(${value('lastSeen')}::timestamptz, now())) * 1000)::float8 AS "lastSeen"
     FROM ${recordSourceSql(model)} WHERE ${value('firstSeen')} IS NOT NULL ORDER BY id`,
    [],
    { prepare: false },
  );
  const named = async (entity: 'template' | 'intent'): Promise<Map<string, string>> => {
    const records = (await catalog.repository(entity)?.list({ take: 500, brief: true })) ?? [];
    return new Map(records.map(({ id, name }) => [name, id]));
  };
  const templates = await named('template');
  return {
    contentOf: await createContentRenderer(services()),
    end: Date.parse(end),
    messages: settings.demoMessages,
    people: people.map((person) => ({ ...person, thai: person.thai ?? false })),
    templates,
    taps: await findMenuTaps(services(), templates),
    intents: await named('intent'),
  };
}

/** Renders templates' messages (except texts) in the platforms' formats, cached by type of channel. */
async function createContentRenderer({ catalog }: Services): Promise<Plan['contentOf']> {
  const channels = (await catalog.repository('channel')?.list({ take: 100 })) ?? [];
  const typeOf = new Map<string, string>(channels.map(({ id, type }) => [id, type]));
  const templates = (await catalog.repository('template')?.list({ take: 500 })) ?? [];
  const messagesOf = new Map(templates.map(({ name, messages }) => [name, messages]));
  const variables = new Map(
    ((await catalog.repository('variable')?.list({ take: 500 })) ?? []).map(({ name, value }) => [
      name,
      value ?? '',
    ]),
  );
  const rendered = new Map<string, JsonObject | undefined>();
  return (template, place, channel) => {
    const type = typeOf.get(channel);
    const message = messagesOf.get(template)?.[place];
    if (type === undefined || !message || message.type === 'text') return undefined;
    const key = `${type} ${place} ${template}`;
    if (!rendered.has(key)) {
      const { messages } = renderForChannel({ messages: [message] }, type, { variables });
      rendered.set(key, messages[0] as JsonObject | undefined);
    }
    return rendered.get(key);
  };
}

/** Areas of linked rich menus that answer with a template, by channel. */
async function findMenuTaps(
  { catalog }: Services,
  templates: ReadonlyMap<string, string>,
): Promise<Map<string, MenuTap[]>> {
  const names = new Map([...templates].map(([name, id]) => [id, name]));
  const menus = new Map(
    ((await catalog.repository('rich-menu')?.list({ take: 100 })) ?? []).map(({ id, areas }) => [id, areas]),
  );
  const links = (await catalog.repository('rich-menu-link')?.list({ take: 100 })) ?? [];
  const taps = new Map<string, MenuTap[]>();
  for (const { channel, richmenu } of links) {
    for (const { action } of menus.get(richmenu) ?? []) {
      const template = action?.type === 'template_action' ? names.get(action.templateName) : undefined;
      if (action?.id === undefined || template === undefined) continue;
      taps.set(channel, [...(taps.get(channel) ?? []), { action: action.id, label: action.label, template }]);
    }
  }
  return taps;
}
