import { useEffect, useState } from 'react';

/** Pause after the last key before a search starts (docs/product.md), in milliseconds. */
export const SEARCH_DEBOUNCE_MS = 400;

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

/** A JSON value once it has stayed the same for as long as a search waits. */
export const useDebouncedValue = <Value>(value: Value): Value => {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState({ text, value });
  useEffect(() => {
    if (text === settled.text) return undefined;
    const timer = setTimeout(
      () => setSettled({ text, value: JSON.parse(text) as Value }),
      SEARCH_DEBOUNCE_MS,
    );
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled.value;
};
