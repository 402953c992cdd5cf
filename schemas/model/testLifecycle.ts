import { compileProduct } from './compile.ts';
import type { EntityModel, Json, JsonObject } from './types.ts';

export const access: JsonObject = {
  products: { campaign: ['entry', 'broadcast'] },
  operations: ['call-off'],
  roles: {
    'campaign.admin': { campaign: ['*'] },
    'campaign.editor': { 'campaign.broadcast': ['read', 'create', 'update'] },
    'campaign.moderator': { 'campaign.broadcast': ['read', 'call-off'] },
  },
};

/** The lifecycle of a broadcast. */
export const LIFECYCLE: JsonObject = {
  field: 'status',
  initial: 'draft',
  transitions: [
    {
      id: 'schedule',
      from: ['draft'],
      to: 'scheduled',
      when: { size: { gt: 0 } },
      else: 'Nobody would get it',
    },
    { id: 'call-off', from: ['scheduled'], to: 'draft', access: ['campaign.broadcast'], confirm: 'Sure?' },
    { id: 'start', from: ['scheduled'], to: 'executing', by: 'system' },
    { id: 'finish', from: ['executing'], to: 'executed', by: 'system' },
    { id: 'fail', from: ['scheduled', 'executing'], to: 'failed', by: 'system' },
    { id: 'retry', from: ['failed'], to: 'executing', when: { size: { lt: 100 } } },
  ],
  edit: { in: ['draft'], else: 'Only drafts can be edited' },
  delete: {
    in: ['draft', 'failed'],
    else: 'A broadcast that was sent is kept',
    elseIn: { scheduled: 'Cancel it first' },
  },
};
export const STATES = ['draft', 'scheduled', 'executing', 'executed', 'failed'];

export const broadcastSchema = (
  lifecycle: JsonObject = LIFECYCLE,
  own: JsonObject = {},
  status: JsonObject = {},
): Json => ({
  title: 'Broadcast',
  description: 'A message to many.',
  'x-entity': {
    service: 'campaign',
    path: 'broadcasts',
    access: { read: ['campaign.broadcast'], write: ['campaign.broadcast'] },
    lifecycle,
    ...own,
  },
  required: ['name', 'status'],
  properties: {
    name: { type: 'string' },
    at: { type: 'string', format: 'date-time' },
    size: { type: 'number' },
    status: { type: 'string', enum: STATES, ...status },
    level: { type: 'integer', enum: [1, 2] },
  },
});

export function compileBroadcast(content: Json): {
  model: EntityModel;
  problems: string[];
  product: ReturnType<typeof compileProduct>;
} {
  const product = compileProduct([
    { file: 'access.json', content: access },
    { file: 'menu.json', content: { groups: [] } },
    { file: 'broadcast.schema.json', content },
  ]);
  const problems = product.problems.map(({ path, message }) =>
    `${path}: ${message}`.replace(/; valid: .*/, ''),
  );
  return { model: product.product.entities[0] as EntityModel, problems, product };
}
