import { useEffect, useRef } from 'react';

/** The open forms, the uppermost last: keys are meant for that one. */
const stack: symbol[] = [];

/** ⌘S and Ctrl+S save the uppermost form. */
export function useFormKeys(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const form = Symbol('form');
    stack.push(form);
    const onKey = (event: KeyboardEvent): void => {
      const isSave = event.key.toLowerCase() === 's' && (event.metaKey || event.ctrlKey) && !event.altKey;
      if (!isSave || stack.at(-1) !== form) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      stack.splice(stack.indexOf(form), 1);
    };
  }, []);
}
