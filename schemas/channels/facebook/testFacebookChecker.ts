/** Meta's reference says "characters" of UTF-8 text and nothing else: code points. */
const characters = (text: string): number => [...text].length;

type JsonObject = Record<string, unknown>;
type ReportFault = (at: string, what: string) => void;

const asObject = (value: unknown): JsonObject => (value ?? {}) as JsonObject;
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Checks a list of messages, each the `message` of a call, against the Messenger Platform's reference alone: it shares
 * no code or number with the product.
 * @returns one line per fault, with its path
 */
export function facebookFaults(messages: unknown): string[] {
  const faults: string[] = [];
  const report: ReportFault = (at, what) => void faults.push(`${at}: ${what}`);
  for (const [index, message] of asList(messages).entries())
    checkMessage(asObject(message), `messages[${index}]`, report);
  return faults;
}

function checkText(value: unknown, max: number, at: string, report: ReportFault): void {
  if (typeof value !== 'string' || value === '') report(at, 'is no text');
  else if (characters(value) > max) report(at, `Length must be less than or equal to ${max}`);
}

function checkUrl(value: unknown, at: string, report: ReportFault): void {
  if (!/^https?:\/\/[^\s/]+/.test(asText(value))) report(at, 'should represent a valid URL');
}

function checkCount(list: unknown, max: number, at: string, report: ReportFault): unknown[] {
  const items = asList(list);
  if (items.length < 1 || items.length > max) report(at, `1 to ${max}`);
  return items;
}

function checkMessage(message: JsonObject, at: string, report: ReportFault): void {
  const { text, attachment, quick_replies: quick } = message;
  if ((text === undefined) === (attachment === undefined))
    report(at, 'Must have either text or an attachment');
  if (text !== undefined) checkText(text, 2000, `${at}.text`, report);
  if (attachment !== undefined) checkAttachment(asObject(attachment), `${at}.attachment`, report);
  if (quick === undefined) return;
  for (const [index, one] of checkCount(quick, 13, `${at}.quick_replies`, report).entries()) {
    const place = `${at}.quick_replies[${index}]`;
    const { content_type: type, title, payload } = asObject(one);
    if (type === 'user_phone_number' || type === 'user_email') continue;
    if (type !== 'text') report(`${place}.content_type`, 'is none');
    checkText(title, 20, `${place}.title`, report);
    checkText(payload, 1000, `${place}.payload`, report);
  }
}

function checkAttachment({ type, payload }: JsonObject, at: string, report: ReportFault): void {
  const payloadObject = asObject(payload);
  const place = `${at}.payload`;
  if (type === 'template') return checkTemplate(payloadObject, place, report);
  if (!['image', 'video', 'audio', 'file'].includes(asText(type))) report(`${at}.type`, 'is none');
  checkUrl(payloadObject['url'], `${place}.url`, report);
}

function checkTemplate(payload: JsonObject, at: string, report: ReportFault): void {
  switch (payload['template_type']) {
    case 'button':
      checkText(payload['text'], 640, `${at}.text`, report);
      return checkButtons(payload['buttons'], `${at}.buttons`, report);
    case 'generic':
      for (const [index, one] of checkCount(payload['elements'], 10, `${at}.elements`, report).entries())
        checkElement(asObject(one), `${at}.elements[${index}]`, report);
      return;
    default:
      report(`${at}.template_type`, 'is none');
  }
}

function checkElement(element: JsonObject, at: string, report: ReportFault): void {
  const { title, subtitle, image_url: image, buttons, default_action: opens } = element;
  checkText(title, 80, `${at}.title`, report);
  if (Object.keys(element).length < 2) report(at, 'needs one property beside its title');
  if (subtitle !== undefined) checkText(subtitle, 80, `${at}.subtitle`, report);
  if (image !== undefined) checkUrl(image, `${at}.image_url`, report);
  if (opens !== undefined) checkUrl(asObject(opens)['url'], `${at}.default_action.url`, report);
  if (buttons !== undefined) checkButtons(buttons, `${at}.buttons`, report);
}

function checkButtons(buttons: unknown, at: string, report: ReportFault): void {
  for (const [index, one] of checkCount(buttons, 3, at, report).entries()) {
    const place = `${at}[${index}]`;
    const { type, title, url, payload } = asObject(one);
    checkText(title, 20, `${place}.title`, report);
    if (type === 'web_url') checkUrl(url, `${place}.url`, report);
    else if (type === 'postback') checkText(payload, 1000, `${place}.payload`, report);
    else if (type === 'phone_number') {
      if (!/^\+[1-9]\d{4,14}$/.test(asText(payload)))
        report(`${place}.payload`, 'must be a phone number with "+", country code and area code');
    } else report(`${place}.type`, 'is none');
  }
}
