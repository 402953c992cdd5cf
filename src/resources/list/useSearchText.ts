import { useEffect, useRef, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '../fields/shared/useDebouncedText.ts';

/**
 * The text of a search box: typing is debounced, Enter searches at once, and a keyword changed elsewhere (back, a
 * link, "Clear") replaces the text.
 */
export const useSearchText = (keyword: string, onSearch: (keyword: string) => void) => {
  const [text, setText] = useState(keyword);
  const sent = useRef(keyword);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });

  useEffect(() => {
    if (keyword === sent.current) return;
    sent.current = keyword;
    setText(keyword);
  }, [keyword]);

  const send = (value: string): void => {
    const keywordToSend = value.trim();
    if (keywordToSend === sent.current) return;
    sent.current = keywordToSend;
    search.current(keywordToSend);
  };
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });

  useEffect(() => {
    const timer = setTimeout(() => latest.current(text), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return { text, setText, searchNow: () => send(text) };
};
