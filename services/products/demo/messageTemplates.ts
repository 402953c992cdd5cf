import type { JsonObject } from '../../../schemas/model/types.ts';
import type { DomainModule, DemoRecord } from '../../engine/modules/module.ts';
import {
  button,
  buttons,
  carousel,
  image,
  imageCarousel,
  link,
  openTemplate,
  say,
  text,
} from './messages.ts';

const SHOP = 'https://www.siam-lifestyle.example';

interface Draft {
  messages: JsonObject[];
  platform?: string;
  tags: string[];
  replies?: JsonObject[];
}

/** What the shop sends to many. @param catalogue id of the bot's template with everything that is on sale */
const drafts = (catalogue: string): Record<string, Draft> => ({
  loy_krathong_2026: {
    messages: [
      text('สุขสันต์วันลอยกระทงค่ะ 🪷\nกระทงใบตองทำมือ สั่งได้ถึง 24 พ.ย.'),
      imageCarousel('กระทงและโคมลอย', [
        { image: 'krathong', action: link('สั่งกระทง', `${SHOP}/krathong`) },
        { image: 'lantern', action: link('โคมลอย', `${SHOP}/lanterns`) },
        { image: 'candles', action: link('เทียนหอม', `${SHOP}/candles`) },
      ]),
    ],
    tags: ['loy-krathong', '2026'],
    replies: [say('ส่งกี่วัน', 'ส่งกี่วัน'), openTemplate('ดูทั้งหมด', catalogue)],
  },
  vip_early_access: {
    messages: [
      text('For our VIPs first: the winter silk collection opens a day early, today.'),
      carousel('Winter silk', [
        {
          title: 'Scarves',
          text: 'From 890 baht',
          image: 'scarf',
          actions: [link('See', `${SHOP}/scarves`)],
        },
        {
          title: 'Shirts',
          text: 'From 1,490 baht',
          image: 'shirt',
          actions: [link('See', `${SHOP}/shirts`)],
        },
      ]),
    ],
    tags: ['vip'],
  },
  back_in_stock: {
    messages: [
      buttons('Back in stock', 'The linen tote that you asked for is back. We keep one for a day.', [
        link('Take it', `${SHOP}/tote`),
        say('No, thanks', 'No, thanks'),
      ]),
    ],
    tags: ['stock'],
  },
  we_miss_you: {
    messages: [text('ไม่ได้เจอกันนานเลยนะคะ วันนี้มีส่วนลด 10% รออยู่ค่ะ'), image('voucher')],
    tags: ['win-back', 'th'],
    replies: [openTemplate('ดูสินค้า', catalogue)],
  },
  store_opening_chiang_mai: {
    messages: [
      text('We open in Chiang Mai! Maya, 2nd floor, from 1 December. The first hundred get a gift.'),
      image('store'),
    ],
    platform: 'LINE',
    tags: ['store/chiangmai'],
  },
  survey_after_delivery: {
    messages: [text('How was your delivery, {{greeting}}?')],
    tags: ['survey-2026'],
    replies: [say('👍', 'Good'), say('👎', 'Not so good')],
  },
});

/** Messages that broadcasts of the demo send. */
export const demoMessageTemplatesModule = {
  name: 'demo message templates',
  demo({ random, rowsOf }) {
    const catalogue = rowsOf('template').find(({ name }) => name === 'catalogue')?.id ?? '';
    const templates = Object.entries(drafts(catalogue)).map(
      ([name, { messages, platform = 'multi', tags, replies = [] }]): DemoRecord => ({
        id: random.uuid(),
        name,
        messages,
        platform,
        tags,
        ...(replies.length > 0 && { quickReply: { items: replies.map((one) => button(one, random)) } }),
      }),
    );
    return { 'message-template': templates };
  },
} satisfies DomainModule;
