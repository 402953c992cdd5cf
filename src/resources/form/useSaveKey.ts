import { type RefObject, useEffect, useRef } from 'react';
import { isSaveKey } from '../fieldKit/isSaveKey.ts';

type Frame = RefObject<HTMLElement | null>;

/** The open forms, the uppermost last. */
const stack: Frame[] = [];

/** The form that keys are meant for: the one that has the focus, else the uppermost. */
const meant = (): Frame | undefined =>
  stack.findLast(({ current }) => current?.contains(document.activeElement)) ?? stack.at(-1);

/** Something modal lies above it, such as a question about what was sent: what is behind that is hidden to everybody. */
const isCovered = ({ current }: Frame): boolean => !!current?.closest('[aria-hidden=true], [inert]');

/** ⌘S and Ctrl+S save the form inside `frame` when it has the focus, or no other has and it is the uppermost; nothing while something modal lies above it. */
export function useSaveKey(frame: Frame, save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    stack.push(frame);
    const onKey = (event: KeyboardEvent): void => {
      if (!isSaveKey(event) || meant() !== frame) return;
      event.preventDefault();
      if (!isCovered(frame)) latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      stack.splice(stack.indexOf(frame), 1);
    };
  }, [frame]);
}
