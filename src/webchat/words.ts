import { catalogues } from 'virtual:webchat-texts';
import { fill, messages, type TextValues } from '../../schemas/texts/translate.ts';

/** The chat's own texts. */
const ENGLISH = messages({
  open: 'Open chat',
  openUnread: 'Open chat, %{count} new',
  close: 'Close chat',
  chat: 'Chat',
  log: 'Conversation',
  write: 'Write a message',
  send: 'Send',
  you: 'You',
  suggested: 'Suggested answers',
  retry: 'Try again',
  offline: 'No connection. Your message is kept and sent later.',
  typing: 'Writing…',
  picture: 'Picture',
  video: 'Video',
  newTab: 'Open in a new tab',
  done: 'Done',
  cancel: 'Cancel',
  cards: '%{count} cards',
  previous: 'Previous',
  next: 'Next',
  tooLong: 'The message is too long (%{length}/%{most})',
  full: 'Too many messages wait to be sent. Please wait until they are.',
  missed: 'Earlier messages are not shown.',
  earlier: 'Show earlier messages',
  ended: 'The earlier conversation has ended. A new one starts here.',
});
const SOURCE_LANGUAGE = 'en';

/** The chat's texts in one language. */
export interface Words {
  /** The language of these texts, whatever was requested: `th`. */
  language: string;
  say(word: keyof typeof ENGLISH, values?: TextValues): string;
  /** Formats a value of a date or time input (`2026-11-22T14:30`). */
  formatMoment(value: string): string;
}

/** The chat's texts in a language such as `th-TH`; in English where there is no catalogue for it. */
export function wordsFor(requested: string): Words {
  const code = requested.toLowerCase().split('-')[0] ?? '';
  const texts = Object.hasOwn(catalogues, code) ? catalogues[code] : undefined;
  const language = texts ? code : SOURCE_LANGUAGE;
  return {
    language,
    say: (word, values = {}) => fill(texts?.[ENGLISH[word]] ?? ENGLISH[word], values),
    formatMoment: (value) => (texts ? formatMoment(language, value) : value.replace('T', ' ')),
  };
}

function formatMoment(language: string, value: string): string {
  const [day, time] = /^\d+:/.test(value) ? [undefined, value] : value.split('T');
  const date = new Date(`${day ?? '2000-01-01'}T${time ?? '12:00'}`);
  if (Number.isNaN(date.getTime())) return value;
  return new Intl.DateTimeFormat(language, {
    calendar: 'gregory',
    ...(day !== undefined && { dateStyle: 'medium' }),
    ...(time !== undefined && { timeStyle: 'short' }),
  }).format(date);
}
