import type { JsonObject } from '../../../schemas/model/types.ts';
import type { DomainModule, Route } from '../../engine/modules/module.ts';
import { databaseNow } from '../../engine/jobs/index.ts';
import type { RawQuery } from '../../engine/resources/listQuery.ts';
import {
  AMOUNT,
  describeCall,
  JOURNEY,
  JOURNEY_PARAMETERS,
  RANGE_PARAMETERS,
  ROWS,
  SOURCE_PARAMETERS,
} from './describe.ts';
import { amountOf, chartOf } from './figures.ts';
import { keepJourneys } from './journey/keep.ts';
import { readJourney } from './journey/readJourney.ts';
import { pickerRoute } from './pickers.ts';
import { type DashboardQuery, readDashboardQuery } from './query.ts';

const BASE = '/api/v1/dashboard';
const FOLLOW = 'dashboard.follow';

interface Figure {
  summary: string;
  id: string;
  counted: Parameters<typeof amountOf>[1];
  bySource?: boolean;
  /** What is always asked for. */
  only?: Partial<DashboardQuery>;
}

const parametersOf = ({ bySource }: Figure): JsonObject[] =>
  bySource ? SOURCE_PARAMETERS : RANGE_PARAMETERS;

const chart = (figure: Figure): Route => ({
  describe: describeCall(figure.summary, figure.id, parametersOf(figure), ROWS),
  async run({ query }, _, { services }) {
    const asked = readDashboardQuery(query as RawQuery, figure);
    return { rows: await chartOf(services(), figure.counted, { ...asked, ...figure.only }) };
  },
});
const amount = (figure: Figure): Route => ({
  describe: describeCall(figure.summary, figure.id, parametersOf(figure), AMOUNT),
  async run({ query }, _, { services }) {
    const asked = readDashboardQuery(query as RawQuery, figure);
    return { amount: await amountOf(services(), figure.counted, { ...asked, ...figure.only }) };
  },
});

/** What the dashboards show. Open to whoever is signed in: numbers and names, no person's data. */
export const dashboardModule = {
  name: 'dashboard',
  jobs: {
    [FOLLOW]: {
      label: 'Following of conversations',
      timeout: '4h',
      concurrency: 1,
      async run({ signal }, { db, services }) {
        const message = services().catalog.named('message')?.model;
        if (!message) return;
        await keepJourneys(db, message, { now: (await databaseNow(db)).getTime(), signal });
      },
    },
  },
  schedules: { [FOLLOW]: { everyMinutes: 15 } },
  routes: {
    [`GET ${BASE}/messages/chart`]: chart({
      ...{ summary: 'Messages over time', id: 'messages-chart', counted: 'messages', bySource: true },
    }),
    [`GET ${BASE}/messages/count/total`]: amount({
      ...{ summary: 'How many messages', id: 'messages-total', counted: 'messages', bySource: true },
    }),
    [`GET ${BASE}/messages/count/bot`]: amount({
      ...{ summary: 'How many messages of the bot', id: 'messages-bot', counted: 'messages' },
      only: { sources: ['BOT'] },
    }),
    [`GET ${BASE}/users/active/chart`]: chart({
      ...{ summary: 'People who wrote, over time', id: 'active-chart', counted: 'active' },
    }),
    [`GET ${BASE}/users/active/count/total`]: amount({
      ...{ summary: 'How many different people wrote', id: 'active-total', counted: 'active' },
    }),
    [`GET ${BASE}/users/new/count/total`]: amount({
      ...{ summary: 'How many people came for the first time', id: 'new-total', counted: 'new' },
    }),
    [`GET ${BASE}/channels`]: pickerRoute({
      ...{ entity: 'channel', summary: 'Channels to choose from', id: 'channels' },
      more: { type: { type: 'string' } },
    }),
    [`GET ${BASE}/user-journeys`]: {
      describe: describeCall('Ways through a template', 'user-journeys', JOURNEY_PARAMETERS, JOURNEY),
      run: ({ query }, _, { services }) => readJourney(services(), query as RawQuery),
    },
    [`GET ${BASE}/user-journeys/templates`]: pickerRoute({
      ...{ entity: 'template', summary: 'Templates to choose from', id: 'journey-templates' },
    }),
    [`GET ${BASE}/user-journeys/segments`]: pickerRoute({
      ...{ entity: 'segment', summary: 'Segments to choose from', id: 'journey-segments' },
    }),
  },
} satisfies DomainModule;
