import type { ChatAd } from '../generated/types.ts';

/** A keyword and where it is defined. */
export interface KeywordPlace {
  /** The keyword as it is written. */
  keyword: string;
  topic: string;
  /** Id of the template that answers it. */
  template: string;
  /** JSON pointer into the record. */
  pointer: string;
}

/** Normalizes a keyword or a message for comparison: the whole text, composed, trimmed, in lower case. */
export const keywordKey = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/** All keywords of topics, which may be incomplete. */
export const listKeywords = (topics: ChatAd['topics'] | undefined): KeywordPlace[] =>
  (topics ?? []).flatMap((topic, at) =>
    (topic?.botMessages ?? []).flatMap((message, index) =>
      (message?.keywords ?? []).map((keyword, place) => ({
        keyword,
        topic: topic.name ?? '',
        template: message.template ?? '',
        pointer: `/topics/${at}/botMessages/${index}/keywords/${place}`,
      })),
    ),
  );

/** The keyword that equals a text; undefined for a blank text. */
export function findKeyword(topics: ChatAd['topics'] | undefined, text: string): KeywordPlace | undefined {
  const key = keywordKey(text);
  return key === '' ? undefined : listKeywords(topics).find(({ keyword }) => keywordKey(keyword) === key);
}
