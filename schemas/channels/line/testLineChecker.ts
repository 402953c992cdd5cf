/**
 * Checks a list of messages against the reference of the Messaging API alone: it shares no code or number with the
 * product.
 * @returns one line per fault, with its path
 */
export function lineFaults(messages: unknown): string[] {
  const faults: string[] = [];
  const report = (at: string, what: string): void => void faults.push(`${at}: ${what}`);
  const list = asList(messages);
  if (list.length < 1 || list.length > 5) report('messages', '1 to 5');
  if (new TextEncoder().encode(JSON.stringify(messages)).length > 2_000_000) report('messages', 'over 2 MB');
  for (const [index, message] of list.entries())
    checkMessage(asObject(message), `messages[${index}]`, report);
  return faults;
}

type ReportFault = (at: string, what: string) => void;
type JsonObject = Record<string, unknown>;

const asObject = (value: unknown): JsonObject => (value ?? {}) as JsonObject;
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
const countGraphemes = (value: unknown): number => [...new Intl.Segmenter().segment(asText(value))].length;

function checkText(
  value: unknown,
  max: number,
  at: string,
  report: ReportFault,
  { unit = 'letters', required = true }: { unit?: 'letters' | 'units'; required?: boolean } = {},
): void {
  if (value === undefined) {
    if (required) report(at, 'is missing');
    return;
  }
  if (typeof value !== 'string' || value === '') report(at, 'is no text');
  else if ((unit === 'units' ? value.length : countGraphemes(value)) > max)
    report(at, `has more than ${max} ${unit}`);
}

function checkUrl(value: unknown, max: number, schemes: string[], at: string, report: ReportFault): void {
  const url = asText(value);
  if (url === '' || url.length > max) report(at, `is no address of at most ${max} characters`);
  else if (!schemes.some((scheme) => url.startsWith(`${scheme}:`)))
    report(at, `is none of ${schemes.join(', ')}`);
}

function checkMessage(message: JsonObject, at: string, report: ReportFault): void {
  const quick = asObject(message['quickReply'])['items'];
  if (quick !== undefined) {
    const items = asList(quick);
    if (items.length < 1 || items.length > 13) report(`${at}.quickReply.items`, '1 to 13');
    for (const [index, item] of items.entries()) {
      const place = `${at}.quickReply.items[${index}]`;
      if (asObject(item)['type'] !== 'action') report(place, 'is no action');
      checkAction(asObject(asObject(item)['action']), `${place}.action`, report, { label: 20, quick: true });
    }
  }
  switch (message['type']) {
    case 'text':
      return checkText(message['text'], 5000, `${at}.text`, report, { unit: 'units' });
    case 'image':
    case 'video':
      for (const key of ['originalContentUrl', 'previewImageUrl'])
        checkUrl(message[key], 2000, ['https'], `${at}.${key}`, report);
      return;
    case 'template':
      checkText(message['altText'], 1500, `${at}.altText`, report, { unit: 'units' });
      return checkTemplate(asObject(message['template']), `${at}.template`, report);
    case 'imagemap':
      checkText(message['altText'], 1500, `${at}.altText`, report, { unit: 'units' });
      return checkImagemap(message, at, report);
    case 'flex':
      checkText(message['altText'], 1500, `${at}.altText`, report, { unit: 'units' });
      return checkFlex(asObject(message['contents']), `${at}.contents`, report);
    default:
      report(at, `has the type ${String(message['type'])}`);
  }
}

function checkTemplate(template: JsonObject, at: string, report: ReportFault): void {
  const columns = asList(template['columns']).map(asObject);
  const isOutside = (count: number, max: number): boolean => count < 1 || count > max;
  switch (template['type']) {
    case 'buttons': {
      const hasTitleOrImage = template['title'] !== undefined || template['thumbnailImageUrl'] !== undefined;
      checkText(template['text'], hasTitleOrImage ? 60 : 160, `${at}.text`, report);
      checkText(template['title'], 40, `${at}.title`, report, { required: false });
      return checkActions(template['actions'], 4, `${at}.actions`, report);
    }
    case 'carousel': {
      if (isOutside(columns.length, 10)) report(`${at}.columns`, '1 to 10');
      const shapes = new Set(
        columns.map((column) =>
          [
            asList(column['actions']).length,
            column['title'] !== undefined,
            column['thumbnailImageUrl'] !== undefined,
          ].join(),
        ),
      );
      if (shapes.size > 1) report(`${at}.columns`, 'differ in actions, titles or pictures');
      for (const [index, column] of columns.entries()) {
        const place = `${at}.columns[${index}]`;
        const hasTitleOrImage = column['title'] !== undefined || column['thumbnailImageUrl'] !== undefined;
        checkText(column['text'], hasTitleOrImage ? 60 : 120, `${place}.text`, report);
        checkText(column['title'], 40, `${place}.title`, report, { required: false });
        if (column['thumbnailImageUrl'] !== undefined)
          checkUrl(column['thumbnailImageUrl'], 2000, ['https'], `${place}.thumbnailImageUrl`, report);
        checkActions(column['actions'], 3, `${place}.actions`, report);
      }
      return;
    }
    case 'image_carousel':
      if (isOutside(columns.length, 10)) report(`${at}.columns`, '1 to 10');
      for (const [index, column] of columns.entries()) {
        const place = `${at}.columns[${index}]`;
        checkUrl(column['imageUrl'], 2000, ['https'], `${place}.imageUrl`, report);
        checkAction(asObject(column['action']), `${place}.action`, report, { label: 12 });
      }
      return;
    default:
      report(at, `has the type ${String(template['type'])}`);
  }
}

function checkActions(value: unknown, max: number, at: string, report: ReportFault): void {
  const actions = asList(value);
  if (actions.length < 1 || actions.length > max) report(at, `1 to ${max}`);
  for (const [index, action] of actions.entries())
    checkAction(asObject(action), `${at}[${index}]`, report, { label: 20 });
}

function checkAction(
  action: JsonObject,
  at: string,
  report: ReportFault,
  { label, quick = false }: { label: number; quick?: boolean },
): void {
  checkText(action['label'], label, `${at}.label`, report);
  switch (action['type']) {
    case 'message':
      return checkText(action['text'], 300, `${at}.text`, report);
    case 'uri':
      return checkUrl(action['uri'], 1000, ['http', 'https', 'line', 'tel'], `${at}.uri`, report);
    case 'postback':
      checkText(action['data'], 300, `${at}.data`, report, { unit: 'units' });
      return checkText(action['displayText'], 300, `${at}.displayText`, report, { required: false });
    case 'datetimepicker':
      checkText(action['data'], 300, `${at}.data`, report, { unit: 'units' });
      if (!['date', 'time', 'datetime'].includes(asText(action['mode']))) report(`${at}.mode`, 'is none');
      return;
    case 'camera':
    case 'cameraRoll':
    case 'location':
      if (!quick) report(at, 'stands outside quick replies');
      return;
    default:
      report(at, `has the type ${String(action['type'])}`);
  }
}

function checkImagemap(message: JsonObject, at: string, report: ReportFault): void {
  const base = asText(message['baseUrl']);
  checkUrl(base, 2000, ['https'], `${at}.baseUrl`, report);
  if (/\.\w+$/.test(new URL(base, 'https://x').pathname)) report(`${at}.baseUrl`, 'has an extension');
  const { width, height } = asObject(message['baseSize']) as { width?: number; height?: number };
  if (width !== 1040 || !(Number(height) > 0)) report(`${at}.baseSize`, 'is not 1040 wide');
  const actions = asList(message['actions']).map(asObject);
  if (actions.length < 1 || actions.length > 50) report(`${at}.actions`, '1 to 50');
  for (const [index, action] of actions.entries()) {
    const place = `${at}.actions[${index}]`;
    checkText(action['label'], 100, `${place}.label`, report, { required: false });
    if (action['type'] === 'message') checkText(action['text'], 400, `${place}.text`, report);
    else if (action['type'] === 'uri')
      checkUrl(action['linkUri'], 1000, ['http', 'https', 'line', 'tel'], `${place}.linkUri`, report);
    else report(place, `has the type ${String(action['type'])}`);
    const area = asObject(action['area']) as { x: number; y: number; width: number; height: number };
    const isInside =
      area.x >= 0 && area.y >= 0 && area.x + area.width <= 1040 && area.y + area.height <= Number(height);
    if (!isInside) report(`${place}.area`, 'reaches beyond the picture');
  }
}

const byteLength = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

function checkFlex(contents: JsonObject, at: string, report: ReportFault): void {
  if (contents['type'] === 'carousel') {
    const bubbles = asList(contents['contents']);
    if (bubbles.length < 1 || bubbles.length > 12) report(at, '1 to 12 bubbles');
    if (byteLength(contents) > 50 * 1024) report(at, 'over 50 KB');
    for (const [index, bubble] of bubbles.entries()) checkBubble(asObject(bubble), `${at}[${index}]`, report);
  } else checkBubble(contents, at, report);
}

function checkBubble(bubble: JsonObject, at: string, report: ReportFault): void {
  if (bubble['type'] !== 'bubble') report(at, 'is no bubble');
  if (byteLength(bubble) > 30 * 1024) report(at, 'over 30 KB');
  for (const block of ['header', 'hero', 'body', 'footer'])
    if (bubble[block] !== undefined) checkComponent(asObject(bubble[block]), `${at}.${block}`, report);
  if (bubble['action'] !== undefined) checkFlexAction(asObject(bubble['action']), `${at}.action`, report);
}

function checkComponent(component: JsonObject, at: string, report: ReportFault): void {
  const { type, action } = component;
  if (action !== undefined) checkFlexAction(asObject(action), `${at}.action`, report);
  switch (type) {
    case 'box': {
      if (!['horizontal', 'vertical', 'baseline'].includes(asText(component['layout'])))
        report(`${at}.layout`, 'is none');
      if (!Array.isArray(component['contents'])) report(`${at}.contents`, 'is no list');
      for (const [index, inner] of asList(component['contents']).entries())
        checkComponent(asObject(inner), `${at}.contents[${index}]`, report);
      return;
    }
    case 'button':
      if (action === undefined) report(`${at}.action`, 'is missing');
      else if (asText(asObject(action)['label']) === '') report(`${at}.action.label`, 'is missing');
      return;
    case 'image':
    case 'icon':
      return checkUrl(component['url'], 2000, ['https'], `${at}.url`, report);
    case 'video':
      checkUrl(component['url'], 2000, ['https'], `${at}.url`, report);
      return checkUrl(component['previewUrl'], 2000, ['https'], `${at}.previewUrl`, report);
    case 'text':
      if (asText(component['text']) === '' && asList(component['contents']).length === 0)
        report(`${at}.text`, 'is missing');
      return;
    case 'span':
    case 'separator':
    case 'filler':
      return;
    default:
      report(at, `has the type ${String(type)}`);
  }
}

function checkFlexAction(action: JsonObject, at: string, report: ReportFault): void {
  checkText(action['label'], 40, `${at}.label`, report, { required: false });
  if (action['type'] === 'clipboard') {
    checkText(action['clipboardText'], 1000, `${at}.clipboardText`, report, { unit: 'units' });
    return;
  }
  // Only buttons require a label.
  checkAction({ ...action, label: 'x' }, at, report, { label: 40 });
}
