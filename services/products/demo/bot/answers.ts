import type { JsonObject } from '../../../../schemas/model/types.ts';
import { FITTING_FLOW } from '../ids.ts';
import type { Random } from '../../../engine/modules/random.ts';
import type { DemoRecord } from '../../../engine/modules/module.ts';
import { SENTENCES } from './sentences.ts';

/** Id of a record of an entity by its name. */
export type IdOf = (entity: string, name: string) => string;

interface MapperDraft {
  entities?: string[];
  /** What is asked for an entity that is missing, with quick replies. */
  ask?: Record<string, [question: string, ...replies: string[]]>;
  template?: string;
  /** A flow, or a flow and one of its actions: `order_help/refund`. */
  flow?: string;
}

const MAPPERS: [intent: string, ...drafts: MapperDraft[]][] = [
  ['greeting', { template: 'welcome' }],
  ['goodbye', { template: 'goodbye' }],
  ['delivery_time', { template: 'faq_delivery_time' }],
  ['delivery_cost', { template: 'faq_delivery_cost' }],
  [
    'delivery_area',
    {
      entities: ['city'],
      ask: { city: ['Which province is it? ให้ส่งที่จังหวัดไหนคะ', 'กรุงเทพ', 'เชียงใหม่', 'ภูเก็ต'] },
      template: 'faq_delivery_time',
    },
  ],
  ['track_order', { template: 'order_status' }, { entities: ['order_number'], template: 'receipt' }],
  ['cancel_order', { flow: 'order_help/cancel' }],
  ['change_address', { flow: 'order_help' }],
  ['return_item', { template: 'faq_return_policy' }, { entities: ['size'], template: 'faq_size_guide' }],
  ['refund', { flow: 'order_help/refund' }],
  ['complaint', { flow: 'order_help' }, { entities: ['complaint'], flow: 'order_help/refund' }],
  [
    'ask_stock',
    { template: 'catalogue' },
    {
      entities: ['product_category', 'size'],
      ask: { size: ['Which size? ไซส์ไหนคะ', 'S', 'M', 'L', 'XL'] },
      template: 'catalogue',
    },
  ],
  ['ask_price', { template: 'catalogue' }],
  ['opening_hours', { template: 'faq_opening_hours' }, { entities: ['branch'], template: 'stores' }],
  ['store_location', { template: 'stores' }],
  ['payment_methods', { template: 'faq_payment_methods' }],
  ['promotion', { template: 'loy_krathong' }],
  ['points', { template: 'faq_points_balance' }],
  ['membership', { template: 'faq_membership' }],
  ['size_guide', { template: 'faq_size_guide' }],
  ['gift_wrapping', { template: 'faq_gift_wrapping' }],
  ['warranty', { template: 'faq_warranty' }],
  [
    'book_fitting',
    {
      entities: ['branch'],
      ask: { branch: ['Which store? สาขาไหนคะ', 'Siam Square', 'Central World', 'เมญ่า'] },
      flow: 'fitting',
    },
  ],
  ['talk_to_person', { template: 'handoff' }],
  ['privacy', { template: 'faq_privacy' }],
];

const FLOWS: Record<string, Record<string, { template?: string; handoff?: true; next?: string }>> = {
  fitting: { book: { template: 'book_fitting' }, waiting_list: { template: 'book_fitting' } },
  order_help: {
    look_up: { template: 'order_status', next: 'to_staff' },
    cancel: { template: 'faq_return_policy', next: 'to_staff' },
    refund: { template: 'faq_return_policy', next: 'to_staff' },
    to_staff: { template: 'handoff', handoff: true },
  },
  partner_order: { notice: { template: 'partner_notice' } },
};

/** What a rule does, from text: an object that is written with `then` would pass for a promise. */
const doing = (does: JsonObject): JsonObject => JSON.parse(`{"then":${JSON.stringify(does)}}`) as JsonObject;

/** Mappers, flows, rules and the regression set of the demo bot. */
export function demoAnswers(random: Random, idOf: IdOf): Record<string, DemoRecord[]> {
  const flows = Object.entries(FLOWS).map(([name, actions]) => ({
    id: name === 'fitting' ? FITTING_FLOW : random.uuid(),
    name,
    actions: Object.entries(actions).map(([action, { template = '', handoff, next }]) => ({
      id: random.uuid(),
      name: action,
      reply: { type: handoff ? 'handoff' : 'template', template: idOf('template', template) },
      ...(next && { next }),
    })),
  }));
  const flowIds = new Map(flows.map(({ id, name }) => [name, id]));
  const reply = (template?: string, flow?: string): JsonObject => {
    if (template !== undefined) return { type: 'template', template: idOf('template', template) };
    const [name = '', startAction] = (flow ?? '').split('/');
    return { type: 'flow', flow: flowIds.get(name) ?? '', ...(startAction && { startAction }) };
  };
  const mappers = MAPPERS.flatMap(([intent, ...drafts]) =>
    drafts.map(({ entities = [], ask = {}, template, flow }): DemoRecord => {
      const questions = Object.entries(ask).map(([entity, [text, ...quickReplies]]) => ({
        entity: idOf('entity', entity),
        text,
        quickReplies,
      }));
      return {
        id: random.uuid(),
        name: [intent, entities.join(', ')].filter(Boolean).join(' + '),
        intent: idOf('intent', intent),
        ...(entities.length > 0 && { entities: entities.map((name) => idOf('entity', name)) }),
        ...(questions.length > 0 && { questions }),
        action: reply(template, flow),
      };
    }),
  );
  return {
    flow: flows,
    mapper: mappers,
    'chat-logic': rules(idOf, reply).map(([name, active, when, does], index) =>
      // An object that is written with `then` would pass for a promise.
      ({ id: random.uuid(), order: index + 1, name, active, when, ...doing(does) }),
    ),
    'test-sentence': SENTENCES.trim()
      .split('\n')
      .map((line): DemoRecord => {
        const at = line.lastIndexOf(':');
        const [sentence, intent] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
        return intent === '-'
          ? { id: random.uuid(), sentence, expects: 'nothing' }
          : { id: random.uuid(), sentence, expects: 'intent', intent: idOf('intent', intent) };
      }),
  };
}

type Rule = [name: string, active: boolean, when: JsonObject, does: JsonObject];

const rules = (idOf: IdOf, reply: (template?: string, flow?: string) => JsonObject): Rule[] => [
  [
    'Angry words go to staff',
    true,
    { event: 'message', match: 'regex', pattern: 'โกง|ห่วย|scam|fraud' },
    { type: 'handoff', template: idOf('template', 'handoff') },
  ],
  ['Outside opening hours', false, { event: 'message', from: '20:00', until: '09:00' }, reply('goodbye')],
  [
    'Coupon word',
    true,
    { event: 'message', match: 'exact', keywords: ['KRATHONG26', 'ลอยกระทง'] },
    reply('loy_krathong'),
  ],
  [
    'VIP asks for staff',
    true,
    { event: 'message', match: 'contains', keywords: ['พนักงาน', 'staff'], tags: ['vip'] },
    { type: 'handoff', template: idOf('template', 'handoff') },
  ],
  ['First hello', true, { event: 'follow' }, reply('welcome')],
  [
    'Wants a catalogue',
    true,
    { event: 'message', match: 'contains', keywords: ['catalogue', 'แคตตาล็อก'] },
    { type: 'set', tag: 'สนใจโปร' },
  ],
  [
    'Partner orders',
    true,
    { event: 'message', channels: [idOf('channel', 'Partner portal')] },
    reply(undefined, 'partner_order'),
  ],
  ['Sticker only', true, { event: 'sticker' }, reply('main_menu')],
  ['A place', true, { event: 'location' }, reply('stores')],
];
