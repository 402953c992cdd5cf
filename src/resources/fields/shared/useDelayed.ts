import { useEffect, useState } from 'react';

/** Searches wait 400 ms (docs/product.md). */
const SEARCH_DELAY = 400;

/** A text as it was before the last pause; for searches. */
export const useDelayed = (text: string): string => {
  const [delayed, setDelayed] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), SEARCH_DELAY);
    return () => clearTimeout(timer);
  }, [text]);
  return delayed;
};
