/** A piece of a text: plain or marked words. */
export interface TextPiece {
  text: string;
  /** The mark's name; undefined for plain words. */
  name?: string;
  /** Index of the piece in the stored text, in UTF-16 units. */
  at: number;
}

const MARKED = /\[([^[\]]+)\]\(([^()\s]+)\)/gu;

/** Splits a text with marked words, such as `Ship to [Chiang Mai](city)`, into pieces. */
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
