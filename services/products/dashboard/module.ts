import type { JsonObject } from '../../../schemas/model/types.ts';
import type { DomainModule, Route } from '../../engine/modules/module.ts';
import { databaseNow } from '../../engine/jobs/index.ts';
import type { RawQuery } from '../../engine/resources/listQuery.ts';
import {
  AMOUNT_SCHEMA,
  describeCall,
  JOURNEY_SCHEMA,
  JOURNEY_PARAMETERS,
  RANGE_PARAMETERS,
  CHART_SCHEMA,
  SOURCE_PARAMETERS,
  UNDERSTANDING_SCHEMA,
} from './openapi.ts';
import type { Services } from '../../engine/resources/services.ts';
import type { Point } from './buckets.ts';
import { readAmount, readChart } from './figures.ts';
import { readFriends, readFriendsChart } from './friends.ts';
import { updateJourneys } from './journey/updateJourneys.ts';
import { readJourney } from './journey/readJourney.ts';
import { readUnderstanding } from './understanding.ts';
import { pickerRoute } from './pickers.ts';
import { type DashboardQuery, parseDashboardQuery } from './parseQuery.ts';
import { message } from '../../../schemas/texts/translate.ts';

const DASHBOARD_PATH = '/api/v1/dashboard';
const JOURNEY_JOB = 'dashboard.follow';

type Reader = {
  amount: (services: Services, query: DashboardQuery) => Promise<number>;
  chart: (services: Services, query: DashboardQuery) => Promise<Point[]>;
};

interface Figure {
  summary: string;
  id: string;
  /** A metric of messages, or functions that read the figure. */
  metric: Parameters<typeof readAmount>[1] | Reader;
  bySource?: boolean;
  /** Fixed parameters. */
  only?: Partial<DashboardQuery>;
}

const listParameters = ({ bySource }: Figure): JsonObject[] =>
  bySource ? SOURCE_PARAMETERS : RANGE_PARAMETERS;

const chartRoute = (figure: Figure): Route => ({
  reads: true,
  describe: describeCall(figure.summary, figure.id, listParameters(figure), CHART_SCHEMA),
  async run({ query }, _, { services }) {
    const parsed = parseDashboardQuery(query as RawQuery, figure);
    const { metric, only } = figure;
    const asked = { ...parsed, ...only };
    const rows =
      typeof metric === 'string' ? readChart(services(), metric, asked) : metric.chart(services(), asked);
    return { rows: await rows };
  },
});
const amountRoute = (figure: Figure): Route => ({
  reads: true,
  describe: describeCall(figure.summary, figure.id, listParameters(figure), AMOUNT_SCHEMA),
  async run({ query }, _, { services }) {
    const parsed = parseDashboardQuery(query as RawQuery, figure);
    const { metric, only } = figure;
    const asked = { ...parsed, ...only };
    const amount =
      typeof metric === 'string' ? readAmount(services(), metric, asked) : metric.amount(services(), asked);
    return { amount: await amount };
  },
});

/** Followers of the channels, by the platforms' own counts. */
const FRIENDS: Reader = { amount: readFriends, chart: readFriendsChart };

/** The dashboards' figures, for everyone who is signed in: numbers and names, no personal data. */
export const dashboardModule = {
  name: 'dashboard',
  jobs: {
    [JOURNEY_JOB]: {
      label: message('Following of conversations'),
      timeout: '4h',
      concurrency: 1,
      async run({ signal }, { db, services }) {
        const message = services().catalog.find('message')?.model;
        if (!message) return;
        await updateJourneys(db, message, { now: (await databaseNow(db)).getTime(), signal });
      },
    },
  },
  schedules: { [JOURNEY_JOB]: { everyMinutes: 15 } },
  routes: {
    [`GET ${DASHBOARD_PATH}/messages/chart`]: chartRoute({
      ...{ summary: 'Messages over time', id: 'messages-chart', metric: 'messages', bySource: true },
    }),
    [`GET ${DASHBOARD_PATH}/messages/count/total`]: amountRoute({
      ...{ summary: 'How many messages', id: 'messages-total', metric: 'messages', bySource: true },
    }),
    [`GET ${DASHBOARD_PATH}/messages/count/bot`]: amountRoute({
      ...{ summary: 'How many messages of the bot', id: 'messages-bot', metric: 'messages' },
      only: { sources: ['BOT'] },
    }),
    [`GET ${DASHBOARD_PATH}/users/active/chart`]: chartRoute({
      ...{ summary: 'People who wrote, over time', id: 'active-chart', metric: 'active' },
    }),
    [`GET ${DASHBOARD_PATH}/users/active/count/total`]: amountRoute({
      ...{ summary: 'How many different people wrote', id: 'active-total', metric: 'active' },
    }),
    [`GET ${DASHBOARD_PATH}/users/new/count/total`]: amountRoute({
      ...{ summary: 'How many people came for the first time', id: 'new-total', metric: 'new' },
    }),
    [`GET ${DASHBOARD_PATH}/friends/chart`]: chartRoute({
      ...{ summary: 'Friends of the channels over time, as the platforms count', id: 'friends-chart' },
      metric: FRIENDS,
    }),
    [`GET ${DASHBOARD_PATH}/friends/count`]: amountRoute({
      ...{ summary: 'How many friends the channels have, as the platforms count', id: 'friends-count' },
      metric: FRIENDS,
    }),
    [`GET ${DASHBOARD_PATH}/understanding/chart`]: {
      reads: true,
      describe: describeCall(
        'Answers of the bot that it understood, over time, and its trainings',
        'understanding-chart',
        RANGE_PARAMETERS,
        UNDERSTANDING_SCHEMA,
      ),
      run: ({ query }, _, { services }) =>
        readUnderstanding(services(), parseDashboardQuery(query as RawQuery)),
    },
    [`GET ${DASHBOARD_PATH}/channels`]: pickerRoute({
      ...{ entity: 'channel', summary: 'Channels to choose from', id: 'channels' },
      more: { type: { type: 'string' } },
    }),
    [`GET ${DASHBOARD_PATH}/user-journeys`]: {
      reads: true,
      describe: describeCall('Ways through a template', 'user-journeys', JOURNEY_PARAMETERS, JOURNEY_SCHEMA),
      run: ({ query }, _, { services }) => readJourney(services(), query as RawQuery),
    },
    [`GET ${DASHBOARD_PATH}/user-journeys/templates`]: pickerRoute({
      ...{ entity: 'template', summary: 'Templates to choose from', id: 'journey-templates' },
    }),
    [`GET ${DASHBOARD_PATH}/user-journeys/segments`]: pickerRoute({
      ...{ entity: 'segment', summary: 'Segments to choose from', id: 'journey-segments' },
    }),
  },
} satisfies DomainModule;
