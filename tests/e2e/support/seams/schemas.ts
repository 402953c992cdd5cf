import type { JsonObject } from '../../../../schemas/model/types.ts';

const access = { read: ['chatbot.variable'], write: ['chatbot.variable'] };

/** A list beside its record, with panels, tabs and a grid. */
export const topic: JsonObject = {
  title: 'Topic',
  description: 'What people ask about, with the ways in which they ask.',
  'x-entity': {
    service: 'chatbot',
    path: 'topics',
    route: { list: '/chatbot/topic', show: '/chatbot/topic/:id', edit: '/chatbot/topic/:id/edit' },
    menu: { group: 'chatbot.content', order: 20, icon: 'intent' },
    access,
    list: {
      columns: ['name', 'platform', 'updatedAt'],
      sort: 'name',
      as: 'split',
      aside: { panel: 'bot-tester', label: 'Test' },
    },
    form: {
      main: [
        { title: 'General', fields: ['name', 'platform', 'greeting'] },
        { title: 'Samples', fields: ['samples'] },
      ],
      aside: [{ panel: 'phone-preview', label: 'Preview' }],
    },
    show: {
      meta: ['platform', 'greeting'],
      tabs: [
        { label: 'Samples', icon: 'message', sections: [{ fields: ['samples'] }] },
        { label: 'Tickets', list: { entity: 'ticket', by: 'topic' } },
        { label: 'Conversation', panel: 'conversation' },
      ],
    },
  },
  type: 'object',
  required: ['name', 'greeting'],
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 60, 'x-field': { unique: true } },
    platform: { enum: ['line', 'webchat'], default: 'line', 'x-field': { labels: { line: 'LINE' } } },
    greeting: { type: 'string', maxLength: 200, 'x-field': { widget: 'long-text' } },
    samples: {
      type: 'array',
      items: { type: 'string', title: 'Sample', minLength: 2, maxLength: 100 },
      'x-field': { type: 'list', widget: 'grid' },
    },
  },
};

/** Belongs to a topic; made in steps. */
export const ticket: JsonObject = {
  title: 'Ticket',
  description: 'Something that a person has to look at.',
  'x-entity': {
    service: 'chatbot',
    path: 'tickets',
    route: '/chatbot/ticket',
    menu: { group: 'chatbot.content', order: 21 },
    access,
    list: { columns: ['name', 'kind', 'updatedAt'], sort: 'name' },
    form: {
      as: 'steps',
      main: [
        { title: 'What', fields: ['name', 'topic', 'kind'] },
        { title: 'When', fields: ['due'] },
        { title: 'Words', fields: ['note'] },
      ],
    },
  },
  type: 'object',
  required: ['name', 'note'],
  properties: {
    name: { type: 'string', minLength: 3, maxLength: 60, 'x-field': { unique: true } },
    topic: { type: 'string', 'x-field': { reference: { entity: 'topic' } } },
    kind: { enum: ['now', 'later'], default: 'now' },
    due: { type: 'string', format: 'date', 'x-field': { visibleWhen: { kind: 'later' } } },
    note: { type: 'string', maxLength: 200 },
  },
};
