import type { JsonObject } from '../../../schemas/model/types.ts';

/** Events of every kind of field, with counts over them. */
export const VISIT_SCHEMA: JsonObject = {
  title: 'Visit',
  description: 'Somebody looked at something.',
  'x-entity': {
    title: '{{code}}',
    service: 'chatbot',
    path: 'visits',
    route: '/chatbot/visits',
    access: { read: ['chatbot.variable'] },
    events: {
      at: 'at',
      key: ['code'],
      keep: '400d',
      rollups: {
        hourly: {
          ...{ per: 'hour', grains: ['day', 'month'], by: ['source', 'channel'] },
          ...{ sum: ['size'], distinct: ['person'] },
        },
        people: { per: 'day', distinct: ['person'] },
        paid: { per: 'day', by: ['source'], sum: ['pay'] },
        web: { per: 'month', by: ['vip'], where: { source: 'web' }, keep: '100d' },
      },
    },
    list: {
      columns: ['at', 'code', 'source', 'channel', 'person', 'size'],
      filters: ['at', 'source'],
      search: ['code'],
    },
  },
  type: 'object',
  required: ['at', 'code', 'source'],
  properties: {
    at: { type: 'string', format: 'date-time' },
    code: { type: 'string', minLength: 1, maxLength: 40 },
    source: { type: 'string', enum: ['web', 'app'], default: 'web' },
    channel: { type: 'string', maxLength: 40 },
    person: { type: 'string', 'x-field': { reference: { entity: 'profile', create: false } } },
    size: { type: 'number', 'x-field': { column: { sortable: true } } },
    vip: { type: 'boolean' },
    seenAt: { type: 'string', format: 'date-time' },
    level: { type: 'integer', enum: [1, 2, 3] },
    labels: { type: 'array', items: { type: 'string' }, 'x-field': { type: 'tags' } },
    extra: { type: 'object', additionalProperties: true, 'x-field': { type: 'json' } },
    pay: { type: 'number', 'x-field': { access: { read: ['cim'] } } },
  },
};

export interface Visit {
  at: string;
  code: string;
  source: 'web' | 'app';
  channel?: string;
  person?: string;
  size?: number;
  vip?: boolean;
  [more: string]: unknown;
}
