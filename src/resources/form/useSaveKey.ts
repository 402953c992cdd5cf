import { type RefObject, useEffect, useRef } from 'react';
import { isSaveKey } from '../fieldKit/isSaveKey.ts';

type Frame = RefObject<HTMLElement | null>;

/** The mounted forms, the topmost last. */
const openForms: Frame[] = [];

/** The form with the focus, else the topmost. */
const findTargetForm = (): Frame | undefined =>
  openForms.findLast(({ current }) => current?.contains(document.activeElement)) ?? openForms.at(-1);

/**
 * Whether a modal, such as a confirmation, covers the form.
 */
const isCovered = ({ current }: Frame): boolean => !!current?.closest('[aria-hidden=true], [inert]');

/**
 * ⌘S and Ctrl+S save the form inside `frame` when it has the focus, or is the topmost and no other has; not while a
 * modal covers it.
 */
export function useSaveKey(frame: Frame, save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    openForms.push(frame);
    const onKey = (event: KeyboardEvent): void => {
      if (!isSaveKey(event) || findTargetForm() !== frame) return;
      event.preventDefault();
      if (!isCovered(frame)) latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      openForms.splice(openForms.indexOf(frame), 1);
    };
  }, [frame]);
}
