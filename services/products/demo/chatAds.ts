import type { ChatAd } from '../../../schemas/generated/types.ts';
import type { DomainModule } from '../../engine/modules/module.ts';

type Topics = [name: string, messages: [template: string, keywords: string[]][]][];

const ADS: Record<string, { active: boolean; topics: Topics }> = {
  'Chiang Mai ads': {
    active: true,
    topics: [
      [
        'Loy Krathong',
        [
          ['catalogue', ['ลอยกระทง', 'Loy Krathong', 'กระทงใบตอง', 'krathong2026', 'จองกระทง', 'ราคากระทง']],
          ['welcome', ['ยี่เป็ง', 'Yi Peng', 'โคมลอย', 'บัตรยี่เป็ง']],
        ],
      ],
      ['Gifts', [['catalogue', ['ของขวัญ', 'ของฝาก', 'gift', 'gifts', 'souvenir']]]],
      ['สาขาและเวลา', [['stores', ['สาขาเชียงใหม่', 'ร้านอยู่ไหน', 'เปิดกี่โมง', 'open today']]]],
    ],
  },
  'Winter silk': {
    active: true,
    topics: [['Silk', [['catalogue', ['ผ้าไหม', 'silk', 'winter silk', 'ผ้าพันคอ']]]]],
  },
  'Songkran 2026': {
    active: false,
    topics: [['Songkran', [['welcome', ['สงกรานต์', 'songkran', 'เสื้อลายดอก']]]]],
  },
};

/** What people are answered who came from the demo's ads. */
export const demoChatAdsModule = {
  name: 'demo chat ads',
  demo({ random, rowsOf }) {
    const channel = rowsOf('channel').find(({ type }) => type === 'LINE')?.id;
    const templates = rowsOf('template');
    const idOf = (name: string): string =>
      (templates.find((one) => one['name'] === name) ?? templates[0])?.id ?? '';
    if (channel === undefined || templates.length === 0) return { 'chat-ad': [] };
    const ads = Object.entries(ADS).map(([name, { active, topics }]) => ({
      id: random.uuid(),
      name,
      channel,
      active,
      topics: topics.map(([topic, messages]): ChatAd['topics'][number] => ({
        name: topic,
        botMessages: messages.map(([template, keywords]) => ({ template: idOf(template), keywords })),
      })),
    }));
    return { 'chat-ad': ads };
  },
} satisfies DomainModule;
