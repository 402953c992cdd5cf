/** Meta's reference says "characters" of UTF-8 text and nothing else: code points. */
const characters = (text: string): number => [...text].length;

type Thing = Record<string, unknown>;
type Say = (at: string, what: string) => void;

const asObject = (value: unknown): Thing => (value ?? {}) as Thing;
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * What the Messenger Platform refuses of a list of messages, each the `message` of a call, written from its reference
 * alone: it shares no code and no number with the product. @returns one line for each fault, with its place
 */
export function facebookFaults(messages: unknown): string[] {
  const faults: string[] = [];
  const say: Say = (at, what) => void faults.push(`${at}: ${what}`);
  for (const [index, message] of asList(messages).entries())
    checkMessage(asObject(message), `messages[${index}]`, say);
  return faults;
}

function checkText(value: unknown, max: number, at: string, say: Say): void {
  if (typeof value !== 'string' || value === '') say(at, 'is no text');
  else if (characters(value) > max) say(at, `Length must be less than or equal to ${max}`);
}

function checkUrl(value: unknown, at: string, say: Say): void {
  if (!/^https?:\/\/[^\s/]+/.test(asText(value))) say(at, 'should represent a valid URL');
}

function checkCount(list: unknown, max: number, at: string, say: Say): unknown[] {
  const items = asList(list);
  if (items.length < 1 || items.length > max) say(at, `1 to ${max}`);
  return items;
}

function checkMessage(message: Thing, at: string, say: Say): void {
  const { text, attachment, quick_replies: quick } = message;
  if ((text === undefined) === (attachment === undefined)) say(at, 'Must have either text or an attachment');
  if (text !== undefined) checkText(text, 2000, `${at}.text`, say);
  if (attachment !== undefined) checkAttachment(asObject(attachment), `${at}.attachment`, say);
  if (quick === undefined) return;
  for (const [index, one] of checkCount(quick, 13, `${at}.quick_replies`, say).entries()) {
    const place = `${at}.quick_replies[${index}]`;
    const { content_type: type, title, payload } = asObject(one);
    if (type === 'user_phone_number' || type === 'user_email') continue;
    if (type !== 'text') say(`${place}.content_type`, 'is none');
    checkText(title, 20, `${place}.title`, say);
    checkText(payload, 1000, `${place}.payload`, say);
  }
}

function checkAttachment({ type, payload }: Thing, at: string, say: Say): void {
  const own = asObject(payload);
  const place = `${at}.payload`;
  if (type === 'template') return checkTemplate(own, place, say);
  if (!['image', 'video', 'audio', 'file'].includes(asText(type))) say(`${at}.type`, 'is none');
  checkUrl(own['url'], `${place}.url`, say);
}

function checkTemplate(payload: Thing, at: string, say: Say): void {
  switch (payload['template_type']) {
    case 'button':
      checkText(payload['text'], 640, `${at}.text`, say);
      return checkButtons(payload['buttons'], `${at}.buttons`, say);
    case 'generic':
      for (const [index, one] of checkCount(payload['elements'], 10, `${at}.elements`, say).entries())
        checkElement(asObject(one), `${at}.elements[${index}]`, say);
      return;
    default:
      say(`${at}.template_type`, 'is none');
  }
}

function checkElement(element: Thing, at: string, say: Say): void {
  const { title, subtitle, image_url: image, buttons, default_action: opens } = element;
  checkText(title, 80, `${at}.title`, say);
  if (Object.keys(element).length < 2) say(at, 'needs one property beside its title');
  if (subtitle !== undefined) checkText(subtitle, 80, `${at}.subtitle`, say);
  if (image !== undefined) checkUrl(image, `${at}.image_url`, say);
  if (opens !== undefined) checkUrl(asObject(opens)['url'], `${at}.default_action.url`, say);
  if (buttons !== undefined) checkButtons(buttons, `${at}.buttons`, say);
}

function checkButtons(buttons: unknown, at: string, say: Say): void {
  for (const [index, one] of checkCount(buttons, 3, at, say).entries()) {
    const place = `${at}[${index}]`;
    const { type, title, url, payload } = asObject(one);
    checkText(title, 20, `${place}.title`, say);
    if (type === 'web_url') checkUrl(url, `${place}.url`, say);
    else if (type === 'postback') checkText(payload, 1000, `${place}.payload`, say);
    else if (type === 'phone_number') {
      if (!/^\+[1-9]\d{4,14}$/.test(asText(payload)))
        say(`${place}.payload`, 'must be a phone number with "+", country code and area code');
    } else say(`${place}.type`, 'is none');
  }
}
