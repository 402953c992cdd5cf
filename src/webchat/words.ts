import { catalogues } from 'virtual:webchat-texts';
import { fill, messages, type TextValues } from '../../schemas/texts/translate.ts';

/** What the chat itself says; what people and the bot write is theirs. */
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
const SOURCE = 'en';

/** The chat in one language. */
export interface Words {
  /** Of these words, whatever was asked for: `th`. */
  language: string;
  say(word: keyof typeof ENGLISH, values?: TextValues): string;
  /** A day, a time or both, as forms give them (`2026-11-22T14:30`), as people read it. */
  moment(value: string): string;
}

/** The chat's words in a language such as `th-TH`; in English where there is no catalogue of it. */
export function wordsFor(asked: string): Words {
  const code = asked.toLowerCase().split('-')[0] ?? '';
  const texts = Object.hasOwn(catalogues, code) ? catalogues[code] : undefined;
  const language = texts ? code : SOURCE;
  return {
    language,
    say: (word, values = {}) => fill(texts?.[ENGLISH[word]] ?? ENGLISH[word], values),
    moment: (value) => (texts ? momentIn(language, value) : value.replace('T', ' ')),
  };
}

function momentIn(language: string, value: string): string {
  const [day, time] = /^\d+:/.test(value) ? [undefined, value] : value.split('T');
  const date = new Date(`${day ?? '2000-01-01'}T${time ?? '12:00'}`);
  if (Number.isNaN(date.getTime())) return value;
  return new Intl.DateTimeFormat(language, {
    calendar: 'gregory',
    ...(day !== undefined && { dateStyle: 'medium' }),
    ...(time !== undefined && { timeStyle: 'short' }),
  }).format(date);
}
