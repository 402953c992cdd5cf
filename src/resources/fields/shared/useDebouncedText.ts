import { useEffect, useState } from 'react';

/** Pause after the last key before a search starts (docs/product.md), in milliseconds. */
const SEARCH_DEBOUNCE_MS = 400;

/** A text as it was before the last pause, for searches; an emptied one at once. */
export const useDebouncedText = (text: string): string => {
  const [delayed, setDelayed] = useState(text);
  useEffect(() => {
    if (text === delayed) return undefined;
    const timer = setTimeout(() => setDelayed(text), text === '' ? 0 : SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, delayed]);
  return delayed;
};
