/**
 * What LINE's servers refuse of a list of messages, written from the reference of the Messaging API alone: it shares no
 * code and no number with the product. @returns one line for each fault, with its place
 */
export function lineFaults(messages: unknown): string[] {
  const faults: string[] = [];
  const say = (at: string, what: string): void => void faults.push(`${at}: ${what}`);
  const list = asList(messages);
  if (list.length < 1 || list.length > 5) say('messages', '1 to 5');
  if (new TextEncoder().encode(JSON.stringify(messages)).length > 2_000_000) say('messages', 'over 2 MB');
  for (const [index, message] of list.entries()) checkMessage(asObject(message), `messages[${index}]`, say);
  return faults;
}

type Say = (at: string, what: string) => void;
type Thing = Record<string, unknown>;

const asObject = (value: unknown): Thing => (value ?? {}) as Thing;
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
const letters = (value: unknown): number => [...new Intl.Segmenter().segment(asText(value))].length;

function checkText(
  value: unknown,
  max: number,
  at: string,
  say: Say,
  { unit = 'letters', required = true }: { unit?: 'letters' | 'units'; required?: boolean } = {},
): void {
  if (value === undefined) {
    if (required) say(at, 'is missing');
    return;
  }
  if (typeof value !== 'string' || value === '') say(at, 'is no text');
  else if ((unit === 'units' ? value.length : letters(value)) > max) say(at, `has more than ${max} ${unit}`);
}

function checkUrl(value: unknown, max: number, schemes: string[], at: string, say: Say): void {
  const url = asText(value);
  if (url === '' || url.length > max) say(at, `is no address of at most ${max} characters`);
  else if (!schemes.some((scheme) => url.startsWith(`${scheme}:`)))
    say(at, `is none of ${schemes.join(', ')}`);
}

function checkMessage(message: Thing, at: string, say: Say): void {
  const quick = asObject(message['quickReply'])['items'];
  if (quick !== undefined) {
    const items = asList(quick);
    if (items.length < 1 || items.length > 13) say(`${at}.quickReply.items`, '1 to 13');
    for (const [index, item] of items.entries()) {
      const place = `${at}.quickReply.items[${index}]`;
      if (asObject(item)['type'] !== 'action') say(place, 'is no action');
      checkAction(asObject(asObject(item)['action']), `${place}.action`, say, { label: 20, quick: true });
    }
  }
  switch (message['type']) {
    case 'text':
      return checkText(message['text'], 5000, `${at}.text`, say, { unit: 'units' });
    case 'image':
    case 'video':
      for (const key of ['originalContentUrl', 'previewImageUrl'])
        checkUrl(message[key], 2000, ['https'], `${at}.${key}`, say);
      return;
    case 'template':
      checkText(message['altText'], 1500, `${at}.altText`, say, { unit: 'units' });
      return checkTemplate(asObject(message['template']), `${at}.template`, say);
    case 'imagemap':
      checkText(message['altText'], 1500, `${at}.altText`, say, { unit: 'units' });
      return checkImagemap(message, at, say);
    case 'flex':
      checkText(message['altText'], 1500, `${at}.altText`, say, { unit: 'units' });
      return checkFlex(asObject(message['contents']), `${at}.contents`, say);
    default:
      say(at, `has the type ${String(message['type'])}`);
  }
}

function checkTemplate(template: Thing, at: string, say: Say): void {
  const columns = asList(template['columns']).map(asObject);
  const isOutside = (count: number, max: number): boolean => count < 1 || count > max;
  switch (template['type']) {
    case 'buttons': {
      const isBesideMore = template['title'] !== undefined || template['thumbnailImageUrl'] !== undefined;
      checkText(template['text'], isBesideMore ? 60 : 160, `${at}.text`, say);
      checkText(template['title'], 40, `${at}.title`, say, { required: false });
      return checkActions(template['actions'], 4, `${at}.actions`, say);
    }
    case 'carousel': {
      if (isOutside(columns.length, 10)) say(`${at}.columns`, '1 to 10');
      const shapes = new Set(
        columns.map((column) =>
          [
            asList(column['actions']).length,
            column['title'] !== undefined,
            column['thumbnailImageUrl'] !== undefined,
          ].join(),
        ),
      );
      if (shapes.size > 1) say(`${at}.columns`, 'differ in actions, titles or pictures');
      for (const [index, column] of columns.entries()) {
        const place = `${at}.columns[${index}]`;
        const isBesideMore = column['title'] !== undefined || column['thumbnailImageUrl'] !== undefined;
        checkText(column['text'], isBesideMore ? 60 : 120, `${place}.text`, say);
        checkText(column['title'], 40, `${place}.title`, say, { required: false });
        if (column['thumbnailImageUrl'] !== undefined)
          checkUrl(column['thumbnailImageUrl'], 2000, ['https'], `${place}.thumbnailImageUrl`, say);
        checkActions(column['actions'], 3, `${place}.actions`, say);
      }
      return;
    }
    case 'image_carousel':
      if (isOutside(columns.length, 10)) say(`${at}.columns`, '1 to 10');
      for (const [index, column] of columns.entries()) {
        const place = `${at}.columns[${index}]`;
        checkUrl(column['imageUrl'], 2000, ['https'], `${place}.imageUrl`, say);
        checkAction(asObject(column['action']), `${place}.action`, say, { label: 12 });
      }
      return;
    default:
      say(at, `has the type ${String(template['type'])}`);
  }
}

function checkActions(value: unknown, max: number, at: string, say: Say): void {
  const actions = asList(value);
  if (actions.length < 1 || actions.length > max) say(at, `1 to ${max}`);
  for (const [index, action] of actions.entries())
    checkAction(asObject(action), `${at}[${index}]`, say, { label: 20 });
}

function checkAction(
  action: Thing,
  at: string,
  say: Say,
  { label, quick = false }: { label: number; quick?: boolean },
): void {
  checkText(action['label'], label, `${at}.label`, say);
  switch (action['type']) {
    case 'message':
      return checkText(action['text'], 300, `${at}.text`, say);
    case 'uri':
      return checkUrl(action['uri'], 1000, ['http', 'https', 'line', 'tel'], `${at}.uri`, say);
    case 'postback':
      checkText(action['data'], 300, `${at}.data`, say, { unit: 'units' });
      return checkText(action['displayText'], 300, `${at}.displayText`, say, { required: false });
    case 'datetimepicker':
      checkText(action['data'], 300, `${at}.data`, say, { unit: 'units' });
      if (!['date', 'time', 'datetime'].includes(asText(action['mode']))) say(`${at}.mode`, 'is none');
      return;
    case 'camera':
    case 'cameraRoll':
    case 'location':
      if (!quick) say(at, 'stands outside quick replies');
      return;
    default:
      say(at, `has the type ${String(action['type'])}`);
  }
}

function checkImagemap(message: Thing, at: string, say: Say): void {
  const base = asText(message['baseUrl']);
  checkUrl(base, 2000, ['https'], `${at}.baseUrl`, say);
  if (/\.\w+$/.test(new URL(base, 'https://x').pathname)) say(`${at}.baseUrl`, 'has an extension');
  const { width, height } = asObject(message['baseSize']) as { width?: number; height?: number };
  if (width !== 1040 || !(Number(height) > 0)) say(`${at}.baseSize`, 'is not 1040 wide');
  const actions = asList(message['actions']).map(asObject);
  if (actions.length < 1 || actions.length > 50) say(`${at}.actions`, '1 to 50');
  for (const [index, action] of actions.entries()) {
    const place = `${at}.actions[${index}]`;
    checkText(action['label'], 100, `${place}.label`, say, { required: false });
    if (action['type'] === 'message') checkText(action['text'], 400, `${place}.text`, say);
    else if (action['type'] === 'uri')
      checkUrl(action['linkUri'], 1000, ['http', 'https', 'line', 'tel'], `${place}.linkUri`, say);
    else say(place, `has the type ${String(action['type'])}`);
    const area = asObject(action['area']) as { x: number; y: number; width: number; height: number };
    const isInside =
      area.x >= 0 && area.y >= 0 && area.x + area.width <= 1040 && area.y + area.height <= Number(height);
    if (!isInside) say(`${place}.area`, 'reaches beyond the picture');
  }
}

const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

function checkFlex(contents: Thing, at: string, say: Say): void {
  if (contents['type'] === 'carousel') {
    const bubbles = asList(contents['contents']);
    if (bubbles.length < 1 || bubbles.length > 12) say(at, '1 to 12 bubbles');
    if (sizeOf(contents) > 50 * 1024) say(at, 'over 50 KB');
    for (const [index, bubble] of bubbles.entries()) checkBubble(asObject(bubble), `${at}[${index}]`, say);
  } else checkBubble(contents, at, say);
}

function checkBubble(bubble: Thing, at: string, say: Say): void {
  if (bubble['type'] !== 'bubble') say(at, 'is no bubble');
  if (sizeOf(bubble) > 30 * 1024) say(at, 'over 30 KB');
  for (const block of ['header', 'hero', 'body', 'footer'])
    if (bubble[block] !== undefined) checkComponent(asObject(bubble[block]), `${at}.${block}`, say);
  if (bubble['action'] !== undefined) checkFlexAction(asObject(bubble['action']), `${at}.action`, say);
}

function checkComponent(component: Thing, at: string, say: Say): void {
  const { type, action } = component;
  if (action !== undefined) checkFlexAction(asObject(action), `${at}.action`, say);
  switch (type) {
    case 'box': {
      if (!['horizontal', 'vertical', 'baseline'].includes(asText(component['layout'])))
        say(`${at}.layout`, 'is none');
      if (!Array.isArray(component['contents'])) say(`${at}.contents`, 'is no list');
      for (const [index, inner] of asList(component['contents']).entries())
        checkComponent(asObject(inner), `${at}.contents[${index}]`, say);
      return;
    }
    case 'button':
      if (action === undefined) say(`${at}.action`, 'is missing');
      else if (asText(asObject(action)['label']) === '') say(`${at}.action.label`, 'is missing');
      return;
    case 'image':
    case 'icon':
      return checkUrl(component['url'], 2000, ['https'], `${at}.url`, say);
    case 'video':
      checkUrl(component['url'], 2000, ['https'], `${at}.url`, say);
      return checkUrl(component['previewUrl'], 2000, ['https'], `${at}.previewUrl`, say);
    case 'text':
      if (asText(component['text']) === '' && asList(component['contents']).length === 0)
        say(`${at}.text`, 'is missing');
      return;
    case 'span':
    case 'separator':
    case 'filler':
      return;
    default:
      say(at, `has the type ${String(type)}`);
  }
}

function checkFlexAction(action: Thing, at: string, say: Say): void {
  checkText(action['label'], 40, `${at}.label`, say, { required: false });
  if (action['type'] === 'clipboard') {
    checkText(action['clipboardText'], 1000, `${at}.clipboardText`, say, { unit: 'units' });
    return;
  }
  // A label is asked for in buttons alone.
  checkAction({ ...action, label: 'x' }, at, say, { label: 40 });
}
