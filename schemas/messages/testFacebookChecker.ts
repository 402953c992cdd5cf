const letters = (text: string): number => [...new Intl.Segmenter().segment(text)].length;

const MOST_ITEMS: Record<string, number> = { elements: 10, buttons: 3, quick_replies: 13 };

/**
 * Where messages go beyond the limits of the Messenger Platform, written from its reference alone.
 * @returns one line for each fault
 */
export function facebookFaults(value: unknown, at = 'messages'): string[] {
  const key = at.slice(at.lastIndexOf('.') + 1).split('[', 1)[0] ?? '';
  if (Array.isArray(value)) {
    const most = MOST_ITEMS[key] ?? Infinity;
    const isOutside = value.length > most || (key in MOST_ITEMS && value.length === 0);
    return [
      ...(isOutside ? [`${at}: 1 to ${most}`] : []),
      ...value.flatMap((item, index) => facebookFaults(item, `${at}[${index}]`)),
    ];
  }
  if (value !== null && typeof value === 'object') {
    const isButton = /buttons\[\d+\]$/.test(at) || /quick_replies\[\d+\]$/.test(at);
    const isTemplate = 'template_type' in value;
    return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => [
      ...tooLong(name, inner, { isButton, isTemplate }).map((fault) => `${at}.${name}: ${fault}`),
      ...facebookFaults(inner, `${at}.${name}`),
    ]);
  }
  return [];
}

function tooLong(
  name: string,
  value: unknown,
  { isButton, isTemplate }: { isButton: boolean; isTemplate: boolean },
): string[] {
  if (typeof value !== 'string') return [];
  const faults: string[] = [];
  const atMost = (length: number, max: number): void => {
    if (length < 1 || length > max) faults.push(`1 to ${max}`);
  };
  if (name === 'title') atMost(letters(value), isButton ? 20 : 80);
  if (name === 'subtitle') atMost(letters(value), 80);
  if (name === 'payload') atMost(value.length, 1000);
  if (name === 'text' && isTemplate) atMost(letters(value), 640);
  if (name === 'text' && !isTemplate) atMost(value.length, 2000);
  return faults;
}
