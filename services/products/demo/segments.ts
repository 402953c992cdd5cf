import type { ConditionOrGroup, Conditions } from '../../../schemas/segments/conditions.ts';
import type { DemoRecord, DomainModule } from '../../engine/modules/module.ts';

const tagged = (...tags: string[]): ConditionOrGroup => ({ field: 'tag', is: 'any', tags });
const city = (...values: string[]): ConditionOrGroup => ({
  ...{ field: 'custom-field', name: 'city', is: 'any' },
  values,
});
const seen = (amount: number): ConditionOrGroup => ({
  ...{ field: 'last-seen', is: 'within' },
  ...{ amount, unit: 'days' },
});
const all = (...conditions: ConditionOrGroup[]): Conditions => ({ match: 'all', conditions });

/** Parts of the demo's audience, as a shop would keep them; rich menus of the demo are for the first three. */
const SEGMENTS = (line: string): Record<string, Conditions> => ({
  VIP: all(tagged('vip')),
  ลูกค้าประจำ: all(tagged('ลูกค้าประจำ', 'returning')),
  Wholesale: all(tagged('wholesale', 'ขายส่ง')),
  'ลูกค้าประจำ ภาคเหนือ': all(tagged('ลูกค้าประจำ', 'returning'), city('เชียงใหม่'), {
    field: 'group',
    match: 'any',
    conditions: [
      { field: 'last-seen', is: 'within', amount: 90, unit: 'days' },
      { field: 'message-count', is: 'at-least', count: 10 },
    ],
  }),
  'Seen this week on LINE': all({ field: 'channel', is: 'any', channels: [line] }, seen(7)),
  'Quiet for three months': all(
    { field: 'last-seen', is: 'not-within', amount: 90, unit: 'days' },
    { field: 'follow-state', is: 'is', state: 'following' },
  ),
  'Gold and above': all({
    ...{ field: 'custom-field', name: 'member_level', is: 'any' },
    values: ['Gold', 'Platinum'],
  }),
  'Many points, no VIP yet': all(
    { field: 'custom-field', name: 'points', is: 'at-least', number: 3000 },
    { field: 'tag', is: 'none', tags: ['vip'] },
  ),
  'Reads English': all({ field: 'language', is: 'any', languages: ['en'] }),
});

export const demoSegmentsModule = {
  name: 'demo segments',
  demo({ random, rowsOf }) {
    const line = rowsOf('channel').find(({ type }) => type === 'LINE')?.id ?? '';
    const segment = Object.entries(SEGMENTS(line)).map(([name, who]): DemoRecord => ({
      id: random.uuid(),
      name,
      who: who as never,
    }));
    return { segment };
  },
} satisfies DomainModule;
