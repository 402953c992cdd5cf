/** Words of a sample that are an entity: `Ship to [Chiang Mai](city)`. */
interface TaggedSpan {
  /** Name of the entity. */
  entity: string;
  text: string;
  /** In the plain text, in UTF-16 units. */
  start: number;
  end: number;
}

interface PlainSample {
  /** As people would write it. */
  text: string;
  spans: TaggedSpan[];
}

const TAGGED = /\[([^[\]]+)\]\(([^()\s]+)\)/gu;

/** A sample without its marks, and what they said. */
export function plainSample(sample: string): PlainSample {
  const spans: TaggedSpan[] = [];
  let text = '';
  let from = 0;
  for (const { 0: whole, 1: words = '', 2: entity = '', index } of sample.matchAll(TAGGED)) {
    text += sample.slice(from, index);
    spans.push({ entity, text: words, start: text.length, end: text.length + words.length });
    text += words;
    from = index + whole.length;
  }
  return { text: text + sample.slice(from), spans };
}
