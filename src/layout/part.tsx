import { useNotify } from 'ra-core';
import { type ComponentType, useEffect, useRef } from 'react';
import { CONNECTIVITY_MESSAGE } from '../dataProvider/errors.ts';
import { type FailedProps, type Loadable, loadable } from './loadable.tsx';

/** Tries again once there is a network. */
const useAgain = (again: () => void): void => {
  const latest = useRef(again);
  useEffect(() => {
    latest.current = again;
  });
  useEffect(() => {
    const onOnline = (): void => latest.current();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);
};

const Quiet = ({ again }: FailedProps) => {
  useAgain(again);
  return null;
};

/** Says so, and closes what can be closed: opened again, it is fetched anew. */
const Told = ({ again, given }: FailedProps) => {
  const notify = useNotify();
  const { onClose } = given as { onClose?: () => void };
  const close = useRef(onClose);
  useAgain(again);
  useEffect(() => {
    notify(CONNECTIVITY_MESSAGE, { type: 'error' });
    close.current?.();
  }, [notify]);
  return null;
};

interface PartOptions {
  /** Nobody asked for it: nothing is said, and it comes once there is a network. */
  quiet?: boolean;
}

/**
 * Something beside a screen or over it (a dialog, a menu, an ornament) whose code is fetched when it is first drawn. Where
 * that fails, all else stays as it is: a boundary would take the screen away, and what was typed into it.
 */
export const part = <Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  { quiet = false }: PartOptions = {},
): Loadable<Props> => loadable(load, quiet ? Quiet : Told);
