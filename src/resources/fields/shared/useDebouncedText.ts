import { useEffect, useState } from 'react';

/** Agreed in docs/product.md. */
export const SEARCH_DEBOUNCE_MS = 400;

/** Debounces the text of a search; an empty text is returned at once. */
export const useDebouncedText = (text: string): string => {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    if (text === debounced) return undefined;
    const timer = setTimeout(() => setDebounced(text), text === '' ? 0 : SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, debounced]);
  return debounced;
};

/** Debounces a JSON value by the delay of a search. */
export const useDebouncedValue = <Value>(value: Value): Value => {
  const text = JSON.stringify(value);
  const [debounced, setDebounced] = useState({ text, value });
  useEffect(() => {
    if (text === debounced.text) return undefined;
    const timer = setTimeout(
      () => setDebounced({ text, value: JSON.parse(text) as Value }),
      SEARCH_DEBOUNCE_MS,
    );
    return () => clearTimeout(timer);
  }, [text, debounced]);
  return debounced.value;
};
