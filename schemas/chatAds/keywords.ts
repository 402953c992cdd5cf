import type { ChatAd } from '../generated/types.ts';

/** Where a keyword stands. */
export interface Place {
  /** The keyword as it is written. */
  keyword: string;
  topic: string;
  /** Id of the template that answers it. */
  template: string;
  /** JSON pointer into the record. */
  pointer: string;
}

/** A keyword, or what somebody wrote, as they are compared: the whole text, composed, without blanks around it, in one case. */
export const keywordKey = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/** Every keyword of what may still be half written. */
export const placesIn = (topics: ChatAd['topics'] | undefined): Place[] =>
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

/** The keyword that a text is; none for a text that is blank. */
export function keywordOf(topics: ChatAd['topics'] | undefined, text: string): Place | undefined {
  const key = keywordKey(text);
  return key === '' ? undefined : placesIn(topics).find(({ keyword }) => keywordKey(keyword) === key);
}
