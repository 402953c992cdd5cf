import { describe, expect, it } from 'vitest';
import { approvalSentence, placeholdersOfRule } from './approval.ts';
import { compileProduct } from './compile.ts';
import { contextPaths } from './match.ts';
import type { Json, JsonObject } from './types.ts';

const RULE: JsonObject = {
  when: {
    '$settings.shop.orderRule': 'from',
    '$figures.total': { gte: { context: 'settings.shop.orderFrom' } },
  },
  by: 'approve',
  ask: 'request',
  notBy: 'author',
  else: 'From {{orderFrom}} on it needs approval[, and this one comes to {{total}}]',
};
const access: JsonObject = {
  products: { campaign: ['order'] },
  roles: { 'campaign.admin': { campaign: ['*'] } },
};
const word = { type: 'string' };
const shop: Json = {
  title: 'Shop',
  description: 'The shop.',
  'x-entity': {
    service: 'campaign',
    path: 'shops',
    single: 'workspace',
    access: { read: ['campaign.order'] },
  },
  properties: {
    orderRule: { type: 'string', enum: ['never', 'from'] },
    orderFrom: { type: 'integer' },
    key: { ...word, 'x-field': { secret: true } },
  },
};

/** An order that is sent with an approval, by a rule with parts laid over it. */
function problemsWith(part: JsonObject, transition: JsonObject = {}): string[] {
  const order: Json = {
    title: 'Order',
    description: 'An order.',
    'x-entity': {
      service: 'campaign',
      path: 'orders',
      access: { read: ['campaign.order'], write: ['campaign.order'] },
      actions: [{ id: 'request', label: 'Request', on: ['record'] }],
      lifecycle: {
        field: 'status',
        initial: 'draft',
        transitions: [
          { id: 'send', from: ['draft'], to: 'sent', approval: [{ ...RULE, ...part }], ...transition },
          { id: 'approve', from: ['draft'], to: 'sent' },
          { id: 'drop', from: ['draft'], to: 'sent', by: 'system' },
        ],
      },
    },
    properties: { name: word, status: { type: 'string', enum: ['draft', 'sent'] } },
  };
  const { problems } = compileProduct([
    { file: 'access.json', content: access },
    { file: 'menu.json', content: { groups: [] } },
    { file: 'shop.schema.json', content: shop },
    { file: 'order.schema.json', content: order },
  ]);
  return problems.map(({ path, message }) => `${path}: ${message}`.replace(/; valid: .*/, ''));
}

describe('a rule of approval', () => {
  const at = '/x-entity/lifecycle/transitions/0/approval/0';
  it.each<[string, JsonObject, string[]]>([
    ['that can be kept', {}, []],
    [
      'a setting',
      { when: { '$settings.shop.orderRul': 'from' }, else: 'No' },
      [
        `${at}/when/$settings.shop.orderRul: unknown setting "settings.shop.orderRul"; did you mean "settings.shop.orderRule"?`,
      ],
    ],
    [
      'a secret',
      { when: { '$settings.shop.key': 'from' }, else: 'No' },
      [
        `${at}/when/$settings.shop.key: unknown setting "settings.shop.key"; did you mean "settings.shop.orderRule"?`,
      ],
    ],
    [
      'a choice of a setting',
      { when: { '$settings.shop.orderRule': 'form' }, else: 'No' },
      [`${at}/when/$settings.shop.orderRule: unknown value "form"; did you mean "from"?`],
    ],
    [
      'a field',
      { when: { nam: 'x' }, else: 'No' },
      [`${at}/when/nam: unknown field "nam"; did you mean "name"?`],
    ],
    ['who approves', { by: 'aprove' }, [`${at}/by: unknown transition "aprove"; did you mean "approve"?`]],
    [
      'approved by itself',
      { by: 'send' },
      [`${at}/by: "send" cannot approve itself; name another transition`],
    ],
    ['approved by the services', { by: 'drop' }, [`${at}/by: unknown transition "drop"`]],
    ['who asks', { ask: 'reqest' }, [`${at}/ask: unknown action "reqest"; did you mean "request"?`]],
    ['who may not', { notBy: 'autor' }, [`${at}/notBy: unknown notBy "autor"; did you mean "author"?`]],
    [
      'what its sentence names',
      { else: '{{orderForm}}' },
      [`${at}/else: unknown setting or figure of "when" "orderForm"; did you mean "orderFrom"?`],
    ],
    [
      'brackets',
      { else: 'No [it' },
      [`${at}/else: its brackets do not match; they stand in no other brackets`],
    ],
  ])('%s', (_, part, problems) => {
    expect(problemsWith(part)).toEqual(problems);
  });

  it('of what only the services do has no effect, and settings stand in no other condition', () => {
    expect(problemsWith({}, { by: 'system' })).toContain(
      '/x-entity/lifecycle/transitions/0/approval: has no effect: nobody but the services makes this transition',
    );
    expect(problemsWith({}, { when: { '$settings.shop.orderRule': 'from' } })).toEqual([
      '/x-entity/lifecycle/transitions/0/when/$settings.shop.orderRule: unknown context "settings.shop.orderRule"',
    ]);
  });

  it('says why, with what its condition asks for', () => {
    const rule = RULE as unknown as Parameters<typeof placeholdersOfRule>[0] & { else: string };
    expect(contextPaths(rule.when)).toEqual([
      'settings.shop.orderRule',
      'figures.total',
      'settings.shop.orderFrom',
    ]);
    expect(placeholdersOfRule(rule)).toEqual(['orderRule', 'orderFrom', 'total']);
    expect(approvalSentence(rule, { orderFrom: 1000, total: 12_431 })).toBe(
      'From 1,000 on it needs approval, and this one comes to 12,431',
    );
    expect(approvalSentence(rule, { orderFrom: 1000 })).toBe('From 1,000 on it needs approval');
  });
});
