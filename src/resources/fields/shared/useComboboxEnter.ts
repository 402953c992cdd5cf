import { type KeyboardEvent, useEffect, useRef } from 'react';
import { isComposing } from '../../../ui/isComposing.ts';

interface ComboboxOptions<Option> {
  typed: string;
  /** What fits what is typed and may be selected, in the list's order. */
  options: readonly Option[];
  titleOf: (option: Option) => string;
  /** Selected already. */
  isSelected?: (option: Option) => boolean;
  /** The answer to what is typed is on its way. */
  isStale?: boolean;
  select: (option: Option) => void;
  /** Opens the list, which tells where nothing fits. */
  open: () => void;
}

type Key = KeyboardEvent<HTMLElement> & { defaultMuiPrevented?: boolean };

const folded = (text: string): string => text.trim().normalize().toLowerCase();

/**
 * Enter in a combobox that holds typed text never sends the form around it: it takes what is called so, else the first
 * that fits, and waits for the answer to what is typed. An option that the person moved to is the combobox's to take.
 * @returns properties of the combobox
 */
export function useComboboxEnter<Option>(combobox: ComboboxOptions<Option>) {
  const { typed, options, titleOf, isSelected, isStale = false, select, open } = combobox;
  const last = useRef(typed);
  const isHeld = useRef(false);
  const isMovedTo = useRef(false);
  const free = options.filter((option) => !isSelected?.(option));
  const carryOut = (): void => {
    isHeld.current = false;
    const isNamed = (option: Option): boolean => folded(titleOf(option)) === folded(typed);
    // Who names what is chosen already does not mean another one.
    const option = free.find(isNamed) ?? (options.some(isNamed) ? undefined : free[0]);
    if (option !== undefined) select(option);
  };
  useEffect(() => {
    // Typed on, or left, which empties the text.
    if (last.current !== typed) isHeld.current = isMovedTo.current = false;
    last.current = typed;
    if (isHeld.current && !isStale) carryOut();
  });
  return {
    onHighlightChange: (_: unknown, option: unknown): void => {
      isMovedTo.current = option !== null;
    },
    onKeyDown: (event: Key): void => {
      const { key, target, nativeEvent } = event;
      if (key === 'Escape') isHeld.current = false;
      if (typed.trim() === '' || isComposing(nativeEvent)) return;
      // While nothing that fits is there, "the next one" would be what makes a new record.
      const isEarly = key === 'ArrowDown' && isStale && free.length === 0;
      if (key !== 'Enter' && !isEarly) return;
      event.preventDefault();
      const isOwn = isMovedTo.current && (target as HTMLElement).hasAttribute('aria-activedescendant');
      if (isOwn && !isEarly) return;
      event.defaultMuiPrevented = true;
      open();
      if (isEarly) return;
      if (isStale) isHeld.current = true;
      else carryOut();
    },
  };
}
