import { GRANULARITIES } from '../../../schemas/model/spans.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import { SOURCES } from './parseQuery.ts';

const text = { type: 'string' } as const;
const time = { type: 'string', format: 'date-time' } as const;
const count = { type: 'integer', minimum: 0 } as const;

const parameter = (name: string, schema: JsonObject, description: string, required = false): JsonObject => ({
  ...{ name, in: 'query', description, schema },
  ...(required && { required }),
});
const repeated = (name: string, items: JsonObject, description: string): JsonObject => ({
  ...parameter(
    `${name}[]`,
    { type: 'array', items, maxItems: 100 },
    `${description} Also without the brackets.`,
  ),
  style: 'form',
  explode: true,
});

const RANGE = [
  parameter('startIsoStringDate', time, 'What happened from here on.', true),
  parameter('endIsoStringDate', time, 'What happened before.', true),
];
const CHANNELS = repeated('channels', text, 'Ids of channels; none is all of them.');
const INTERVAL = parameter(
  'interval',
  { enum: [...GRANULARITIES], default: 'day' },
  'Length of a point; days, weeks from Monday on and months in UTC+7.',
);
const SOURCE = repeated('messageSources', { enum: [...SOURCES] }, 'Who said it; none is everybody.');
const PAGE = [
  parameter('take', { type: 'integer', minimum: 1, maximum: 101, default: 20 }, 'How many.'),
  parameter('cursorId', text, 'Id of the row that the page begins at.'),
  parameter('skip', { type: 'integer', minimum: 0 }, 'Rows that are skipped from there on.'),
  parameter('keyword', text, 'What the name contains.'),
  parameter('id', { type: 'array', items: text, maxItems: 100 }, 'Repeated: one of.'),
];

export const RANGE_PARAMETERS = [...RANGE, INTERVAL, CHANNELS];
export const SOURCE_PARAMETERS = [...RANGE_PARAMETERS, SOURCE];
export const PAGE_PARAMETERS = PAGE;
export const JOURNEY_PARAMETERS = [
  ...RANGE,
  parameter(
    'unitId',
    text,
    'Id of the template that the journey goes through; by default the one that answered most in the range.',
  ),
  CHANNELS,
  repeated('segmentIds', text, 'Ids of segments: people of any of them; none is everybody.'),
];

/** Schema of a chart's rows: one per interval of the range, with these values. */
const bucketsSchema = (values: JsonObject): JsonObject => ({
  type: 'array',
  maxItems: 400,
  items: {
    type: 'object',
    required: ['date', ...Object.keys(values)],
    properties: { date: { ...time, description: 'Where the stretch begins.' }, ...values },
  },
});

export const CHART_SCHEMA: JsonObject = {
  type: 'object',
  required: ['rows'],
  properties: { rows: bucketsSchema({ amount: count }) },
};
export const AMOUNT_SCHEMA: JsonObject = {
  type: 'object',
  required: ['amount'],
  properties: { amount: count },
};
export const UNDERSTANDING_SCHEMA: JsonObject = {
  type: 'object',
  required: ['rows', 'trainings'],
  properties: {
    rows: bucketsSchema({
      understood: { ...count, description: 'Answers by an intent.' },
      missed: { ...count, description: 'Answers by the fail action.' },
    }),
    trainings: {
      type: 'array',
      maxItems: 400,
      items: { type: 'object', required: ['at'], properties: { at: time } },
      description: 'Trainings in the range that went live.',
    },
  },
};
/** Schema of a picker's options. @param more further properties besides id and name */
export const namedListSchema = (more: JsonObject = {}): JsonObject => ({
  type: 'array',
  items: { type: 'object', required: ['id', 'name'], properties: { id: text, name: text, ...more } },
});

const step: JsonObject = {
  type: 'object',
  required: ['id', 'name', 'type', 'count', 'percent'],
  properties: {
    id: { type: ['string', 'null'], description: 'Of the template or broadcast, where there is one.' },
    name: text,
    type: { enum: ['template', 'message', 'richmenu', 'broadcast', 'chatads', 'left', 'other'] },
    count,
    percent: { type: 'number', description: 'Of the occurrences of the unit.' },
    isDeleted: { const: true, description: 'The record is not there any more.' },
  },
};
const steps = { type: 'array', items: step } as const;
export const JOURNEY_SCHEMA: JsonObject = {
  type: 'object',
  required: ['unit', 'previous', 'current', 'next', 'stages'],
  properties: {
    unit: {
      type: ['object', 'null'],
      required: ['id', 'name'],
      properties: { id: text, name: text },
      description: 'Null while there are no templates.',
    },
    previous: steps,
    current: {
      type: 'object',
      required: ['count', 'people', 'medianSeconds', 'since', 'channels'],
      properties: {
        count,
        people: count,
        medianSeconds: { type: ['number', 'null'], description: 'From the unit to its next step.' },
        since: {
          type: ['string', 'null'],
          format: 'date-time',
          description: 'Of more than 10,000 answers the last ones are followed: from here on.',
        },
        channels: {
          type: 'array',
          items: { type: 'object', properties: { id: text, name: text, type: text, count } },
        },
      },
    },
    next: steps,
    stages: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'count', 'percent'],
        properties: { name: text, count, percent: { type: 'number' } },
      },
    },
  },
};

/** Describes a route of the dashboards for OpenAPI. */
export const describeCall = (
  summary: string,
  id: string,
  parameters: JsonObject[],
  answer: JsonObject,
): JsonObject => ({
  summary,
  operationId: `dashboard-${id}`,
  tags: ['Dashboard'],
  parameters,
  responses: { 200: { description: 'Done', content: { 'application/json': { schema: answer } } } },
});
