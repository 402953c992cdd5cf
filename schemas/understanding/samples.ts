import { markedPieces } from '../model/markedText.ts';

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

/** A sample without its marks, and what they said. */
export function plainSample(sample: string): PlainSample {
  const spans: TaggedSpan[] = [];
  let text = '';
  for (const { text: words, name } of markedPieces(sample)) {
    const start = text.length;
    text += words;
    if (name !== undefined) spans.push({ entity: name, text: words, start, end: text.length });
  }
  return { text, spans };
}
