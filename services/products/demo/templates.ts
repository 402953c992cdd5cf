import type { JsonObject } from '../../../schemas/model/types.ts';
import { FITTING_FLOW } from './ids.ts';
import {
  button,
  buttons,
  call,
  carousel,
  flex,
  image,
  imageCarousel,
  imagemap,
  link,
  openTemplate,
  say,
  text,
  video,
} from './messages.ts';
import { QUESTIONS } from './questions.ts';
import type { Random } from '../../engine/modules/random.ts';
import type { DemoRecord } from '../../engine/modules/module.ts';

interface Draft {
  messages: JsonObject[];
  platform?: string;
  tags?: string[];
  replies?: JsonObject[];
  errorMessage?: string;
}

const CATEGORIES = ['Dresses', 'Shirts', 'Trousers', 'Shoes', 'Bags', 'Silk', 'Home', 'Kids'];
const STORES: [name: string, place: string][] = [
  ['Siam Square', 'Soi 5, daily 10:00–22:00'],
  ['CentralWorld', '3rd floor, daily 10:00–22:00'],
  ['Mega Bangna', '1st floor, daily 10:00–21:00'],
  ['Maya Chiang Mai', 'ชั้น 2 ทุกวัน 10:00–22:00'],
];
function drafts(): [name: string, draft: Draft][] {
  const menu = [
    say('Stores', 'Where are your stores?'),
    say('Delivery', 'How long is delivery?'),
    say('คุยกับพนักงาน', 'ขอคุยกับเจ้าหน้าที่'),
  ];
  return [
    [
      'welcome',
      {
        messages: [text('{{greeting}}\n{{greeting_th}}'), image('welcome')],
        tags: ['onboarding'],
        replies: menu,
      },
    ],
    [
      'welcome_back',
      { messages: [text('Good to see you again! ยินดีต้อนรับกลับมาค่ะ')], tags: ['onboarding'], replies: menu },
    ],
    ['goodbye', { messages: [text('{{goodbye}}'), text('{{goodbye_th}}')], tags: ['smalltalk'] }],
    ['fallback', { messages: [text('{{sorry}}\n{{sorry_th}}')], tags: ['fallback'], replies: menu }],
    [
      'handoff',
      {
        messages: [text('{{handoff}}\n{{handoff_th}}')],
        tags: ['fallback'],
        errorMessage: 'Please call {{hotline}}.',
      },
    ],
    ...QUESTIONS.flatMap(([name, question, answer, answerTh]): [string, Draft][] => [
      [`faq_${name}`, { messages: [text(answer)], tags: ['faq', 'en'], replies: [say(question, question)] }],
      [`faq_${name}_th`, { messages: [text(answerTh)], tags: ['faq', 'th'], errorMessage: '{{sorry_th}}' }],
    ]),
    [
      'main_menu',
      {
        messages: [
          buttons('Main menu', 'What can we do for you?', [
            say('Stores', 'Where are your stores?'),
            link('Shop', 'https://www.siam-lifestyle.example'),
            call('Call us', '+6620001234'),
          ]),
        ],
        tags: ['menu'],
      },
    ],
    [
      'order_status',
      {
        messages: [
          buttons('Order status', 'Your order is on its way. พัสดุกำลังเดินทางค่ะ', [
            link('Track', 'https://www.siam-lifestyle.example/track'),
            say('Problem', 'There is a problem with my order'),
          ]),
        ],
        tags: ['orders'],
      },
    ],
    [
      'catalogue',
      {
        messages: [
          carousel(
            'Our categories',
            CATEGORIES.map((title) => ({
              title,
              text: `New ${title.toLowerCase()} for the season`,
              image: title,
              actions: [
                link('See all', `https://www.siam-lifestyle.example/c/${title.toLowerCase()}`),
                say('Ask', `Tell me about ${title.toLowerCase()}`),
              ],
            })),
          ),
        ],
        tags: ['shop'],
      },
    ],
    [
      'stores',
      {
        messages: [
          text('Here are our stores:'),
          carousel(
            'Our stores',
            STORES.map(([title, place]) => ({
              title,
              text: place,
              image: title,
              actions: [
                link('Map', 'https://www.siam-lifestyle.example/stores'),
                call('Call', '+6620001234'),
              ],
            })),
          ),
        ],
        tags: ['stores'],
      },
    ],
    [
      'stores_short',
      {
        messages: [
          carousel(
            'Our stores',
            STORES.map(([title, place]) => ({
              text: `${title}: ${place}`,
              actions: [link('Map', 'https://www.siam-lifestyle.example/stores')],
            })),
          ),
        ],
        tags: ['stores'],
        platform: 'WEBCHAT',
      },
    ],
    [
      'lookbook',
      {
        messages: [
          imageCarousel(
            'Look book',
            CATEGORIES.map((name) => ({
              image: name,
              action: link(
                name.slice(0, 12),
                `https://www.siam-lifestyle.example/looks/${name.toLowerCase()}`,
              ),
            })),
          ),
        ],
        tags: ['shop'],
        platform: 'LINE',
      },
    ],
    [
      'loy_krathong',
      {
        messages: [image('loy-krathong'), text('{{promo_text_th}} ใช้โค้ด {{promo_code}} ถึง {{promo_until}}')],
        tags: ['promo', 'ลอยกระทง'],
      },
    ],
    [
      'loy_krathong_map',
      {
        messages: [imagemap('Loy Krathong sale', 'loy-krathong', ['Women', 'Men', 'Kids', 'Home'])],
        tags: ['promo'],
        platform: 'LINE',
      },
    ],
    [
      'brand_film',
      { messages: [video('brand-film'), text('One minute about who we are.')], tags: ['brand'] },
    ],
    [
      'receipt',
      {
        messages: [
          flex('Your receipt', 'SL-204518', [
            ['Silk scarf', '1,290'],
            ['Gift wrapping', '30'],
            ['Delivery', '0'],
          ]),
        ],
        tags: ['orders'],
        platform: 'LINE',
      },
    ],
    [
      'boarding',
      {
        messages: [
          flex('Member card', 'Gold', [
            ['Points', '1,245'],
            ['Until', '31 Dec 2027'],
          ]),
        ],
        tags: ['members'],
        platform: 'LINE',
      },
    ],
    [
      'survey',
      {
        messages: [
          buttons('Survey', 'How did we do today? วันนี้บริการเป็นอย่างไรบ้างคะ', [
            say('Great', 'Great'),
            say('So-so', 'So-so'),
            say('Bad', 'Bad'),
          ]),
        ],
        tags: ['survey'],
      },
    ],
    [
      'ask_location',
      {
        messages: [text('Where are you? We look for the nearest store.')],
        replies: [
          { type: 'location', label: 'Send location' },
          { type: 'camera', label: 'Take a photo' },
        ],
        platform: 'LINE',
        tags: ['stores'],
      },
    ],
    [
      'book_fitting',
      {
        messages: [
          buttons('Fitting', 'When would you like to come? สะดวกวันไหนคะ', [
            { type: 'datetimepicker', label: 'Choose a time', mode: 'datetime' },
            { type: 'flow_action', label: 'Waiting list', flow: FITTING_FLOW, flowAction: 'waiting_list' },
          ]),
        ],
        tags: ['stores'],
        platform: 'LINE',
      },
    ],
    [
      'facebook_welcome',
      {
        messages: [
          buttons('Welcome', 'Welcome to our page! ยินดีต้อนรับค่ะ', [
            link('Shop', 'https://www.siam-lifestyle.example'),
            say('Help', 'Help'),
          ]),
        ],
        platform: 'FACEBOOK',
        tags: ['onboarding'],
      },
    ],
    [
      'webchat_welcome',
      {
        messages: [text('Hi there, ask us anything.')],
        platform: 'WEBCHAT',
        tags: ['onboarding'],
        replies: menu,
      },
    ],
    [
      'partner_notice',
      {
        messages: [text('Stock of {{brand_name}} is updated every night at 02:00.')],
        platform: 'CUSTOM',
        tags: ['partners'],
      },
    ],
    [
      'whole_story',
      {
        messages: [
          text('Five messages in a row:'),
          image('story'),
          video('story'),
          carousel('Chapters', [
            { text: 'One', actions: [say('Read', 'Chapter 1')] },
            { text: 'Two', actions: [say('Read', 'Chapter 2')] },
          ]),
          buttons('The end', 'Did you like it?', [say('Yes', 'Yes'), say('No', 'No')]),
        ],
        tags: ['brand'],
      },
    ],
  ];
}

/** Answers of every message type, the welcome first; some lead to others. */
export function demoTemplates(random: Random): DemoRecord[] {
  const all = drafts().map(([name, draft]) => ({ id: random.uuid(), name, draft }));
  const menu = all.find(({ name }) => name === 'main_menu');
  return all.map(({ id, name, draft }) => {
    const more = menu && ['fallback', 'survey'].includes(name) ? [openTemplate('Main menu', menu.id)] : [];
    const items = [...(draft.replies ?? []), ...more].map((action) => button(action, random));
    return {
      id,
      name,
      platform: draft.platform ?? 'multi',
      messages: draft.messages,
      ...(draft.tags && { tags: draft.tags }),
      ...(draft.errorMessage && { errorMessage: draft.errorMessage }),
      ...(items.length > 0 && { quickReply: { items } }),
    };
  });
}
