import { markedPieces } from '../model/markedText.ts';

/** A marked entity in a sample: `Ship to [Chiang Mai](city)`. */
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

/** Parses a sample into its plain text and marked entities. */
export function parseSample(sample: string): PlainSample {
  const spans: TaggedSpan[] = [];
  let text = '';
  for (const { text: words, name } of markedPieces(sample)) {
    const start = text.length;
    text += words;
    if (name !== undefined) spans.push({ entity: name, text: words, start, end: text.length });
  }
  return { text, spans };
}
