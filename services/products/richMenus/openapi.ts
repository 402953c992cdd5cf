import type { JsonObject } from '../../../schemas/model/types.ts';

/** Descriptions of path parameters, by name. */
export type Params = Record<string, string>;

interface RouteDescription {
  answer: JsonObject;
  status?: number;
  body?: JsonObject;
  /** Returns a page of a list. */
  paged?: boolean;
}

const text = { type: 'string' } as const;
const time = { type: 'string', format: 'date-time' } as const;

const LINK_FIELDS: JsonObject = {
  richmenu: { ...text, description: 'Id of the rich menu.' },
  chatBarText: { ...text, description: 'Menu bar label: letters, digits, space; at most 14.' },
  selected: { type: 'boolean', default: true, description: 'Auto displayed, else collapsed.' },
  default: { type: 'boolean', default: true, description: 'For all users, else for the segment.' },
  segment: { ...text, description: 'Id of the segment.' },
  priority: { ...text, pattern: '^(0[1-9]|[1-9][0-9])$', default: '01' },
};

/** Input of a link that becomes active at once. */
export const ACTIVE_LINK_INPUT: JsonObject = {
  type: 'object',
  required: ['richmenu', 'chatBarText'],
  properties: LINK_FIELDS,
};

/** Input of an upcoming link. */
export const UPCOMING_LINK_INPUT: JsonObject = {
  ...ACTIVE_LINK_INPUT,
  properties: {
    ...LINK_FIELDS,
    triggerTime: { ...time, description: 'When it is linked; not in the past.' },
    version: { type: 'integer', description: 'Of the link that is changed, as it was read.' },
  },
};

const named: JsonObject = { type: 'object', properties: { id: text, name: text } };

/** A rich menu of a channel, as its list shows it. */
export const LINK_ITEM: JsonObject = {
  type: 'object',
  required: ['id', 'version', 'richmenu', 'chatBarText', 'selected', 'default', 'state', 'createdAt'],
  properties: {
    id: text,
    version: { type: 'integer' },
    richmenu: {
      type: 'object',
      properties: { id: text, name: text, size: text, pattern: text, image: { type: ['object', 'null'] } },
    },
    image: { type: ['string', 'null'], description: 'Address of the picture.' },
    chatBarText: text,
    selected: { type: 'boolean' },
    default: { type: 'boolean' },
    segment: { ...named, type: ['object', 'null'] },
    priority: { type: ['string', 'null'] },
    state: { enum: ['active', 'upcoming'] },
    createdAt: { ...time, description: 'When an active one took force.' },
    triggerTime: { type: ['string', 'null'], format: 'date-time' },
    lineState: { type: ['string', 'null'] },
    lineFault: { type: ['string', 'null'] },
  },
};
export const LINK_ITEMS: JsonObject = { type: 'array', items: LINK_ITEM };

/** Result of the resolver. */
export const MENU_RESOLUTION: JsonObject = {
  type: 'object',
  required: ['winner', 'verdicts'],
  properties: {
    winner: { type: ['string', 'null'], description: 'Id of the link that the person sees.' },
    verdicts: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'reason'],
        properties: {
          id: text,
          reason: { enum: ['wins', 'not-in-segment', 'later', 'segment-first', 'replaced'] },
        },
      },
    },
  },
};

const PAGE: JsonObject[] = [
  { name: 'take', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 101 } },
  { name: 'cursorId', in: 'query', schema: text },
  { name: 'skip', in: 'query', schema: { type: 'integer', minimum: 0 } },
  { name: 'keyword', in: 'query', schema: text },
];

/** OpenAPI operation of a route of the management pages. */
export const describeRoute = (
  summary: string,
  id: string,
  params: Params,
  { answer, status = 200, body, paged = false }: RouteDescription,
): JsonObject => ({
  summary,
  operationId: `rich-menus-${id}`,
  tags: ['Rich menus'],
  parameters: [
    ...Object.entries(params).map(([name, description]) => ({
      ...{ name, in: 'path', required: true, description },
      schema: text,
    })),
    ...(paged ? PAGE : []),
  ],
  ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
  responses: { [status]: { description: 'Done', content: { 'application/json': { schema: answer } } } },
});
