import { humanise, pluralOf } from '../../schemas/model/compile/titles.ts';

/** Short forms that are written in capitals. */
const CAPITALS = new Set(
  'ai api bi crm csv css erp faq ftp gps html http id ip json kpi otp pdf pin qr sku sla sms sql ui url vat vip xml'.split(
    ' ',
  ),
);
/** Capitals whose name begins with a vowel: an FAQ, a URL. */
const VOWEL_LETTERS = /^[AEFHILMNORSX]/;
/** Vowels that sound like a consonant: a user, a one-time code. */
const CONSONANT_SOUND = /^(u[bcnst][aeiou]|eu|one\b|once\b)/i;

export interface Words {
  /** "Order status". */
  title: string;
  /** "Order statuses". */
  plural: string;
  /** "an order status". */
  withArticle: string;
  /** "order-statuses": below `/api/v1/`, and in the console's address. */
  path: string;
}

/** The words of an entity from its name in kebab case. */
export function entityWords(name: string): Words {
  const parts = name.split('-').map((part) => (CAPITALS.has(part) ? part.toUpperCase() : part));
  const [first = ''] = parts;
  const title = [isCapitals(first) ? first : humanise(first), ...parts.slice(1)].join(' ');
  const plural = pluralOf(title);
  const text = parts.join(' ');
  const vowel = isCapitals(first)
    ? VOWEL_LETTERS.test(first)
    : /^[aeiou]/.test(first) && !CONSONANT_SOUND.test(first);
  return {
    title,
    plural,
    withArticle: `${vowel ? 'an' : 'a'} ${text}`,
    path: plural.toLowerCase().replaceAll(' ', '-'),
  };
}

const isCapitals = (word: string): boolean => CAPITALS.has(word.toLowerCase());
