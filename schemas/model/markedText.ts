/** A piece of a text: words as they are written, or words that are marked as something's. */
export interface TextPiece {
  text: string;
  /** What they are marked as; nothing for plain words. */
  name?: string;
  /** Where the piece begins in the stored text, in UTF-16 units. */
  at: number;
}

const MARKED = /\[([^[\]]+)\]\(([^()\s]+)\)/gu;

/** The pieces of a text in which words may be marked: `Ship to [Chiang Mai](city)`. */
export function markedPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  const plain = (end: number): void => {
    if (end > from) pieces.push({ text: text.slice(from, end), at: from });
  };
  for (const { 0: whole, 1: words = '', 2: name = '', index } of text.matchAll(MARKED)) {
    plain(index);
    pieces.push({ text: words, name, at: index });
    from = index + whole.length;
  }
  plain(text.length);
  return pieces;
}
