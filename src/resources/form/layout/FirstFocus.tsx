import { useEffect, useRef } from 'react';
import { useFormSession } from '../../fieldKit/useSession.ts';

const FIRST_INPUT = 'input:not([type=hidden], [readonly], [type=checkbox]), textarea:not([readonly])';

/** Focuses the first input, which may be the title in the head of the form's screen. */
export const focusFirst = (within: Element | null | undefined): void =>
  (within?.closest('[data-form-screen]') ?? within)
    ?.querySelector<HTMLElement>(FIRST_INPUT)
    ?.focus({ preventScroll: true });

/** Focuses the first input of a form with `autoFocus` once its lazily loaded layout is mounted. */
export const FirstFocus = () => {
  const { settings } = useFormSession();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (settings.autoFocus) focusFirst(place.current?.closest('form, [data-form-screen]'));
  }, [settings]);
  return <span ref={place} hidden />;
};
