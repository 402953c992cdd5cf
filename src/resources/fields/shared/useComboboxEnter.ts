import { type KeyboardEvent, useEffect, useRef } from 'react';
import { isComposing } from '../../../ui/isComposing.ts';

interface ComboboxOptions<Option> {
  typed: string;
  /** Selectable options that match the typed text, in the list's order. */
  options: readonly Option[];
  titleOf: (option: Option) => string;
  isSelected?: (option: Option) => boolean;
  /** The options are not yet those of the typed text. */
  isStale?: boolean;
  select: (option: Option) => void;
  /** Opens the list, which says so where nothing matches. */
  open: () => void;
}

type Key = KeyboardEvent<HTMLElement> & { defaultMuiPrevented?: boolean };

const normalize = (text: string): string => text.trim().normalize().toLowerCase();

/**
 * Handles Enter in a combobox with typed text, so that it never submits the form: selects the option of that name, else
 * the first match, and waits while the options are stale. A highlighted option is left to the combobox.
 * @returns properties of the combobox
 */
export function useComboboxEnter<Option>(combobox: ComboboxOptions<Option>) {
  const { typed, options, titleOf, isSelected, isStale = false, select, open } = combobox;
  const last = useRef(typed);
  const isEnterPending = useRef(false);
  const isHighlighted = useRef(false);
  const selectable = options.filter((option) => !isSelected?.(option));
  const selectMatch = (): void => {
    isEnterPending.current = false;
    const isNamed = (option: Option): boolean => normalize(titleOf(option)) === normalize(typed);
    // The name of an option that is selected already selects no other.
    const option = selectable.find(isNamed) ?? (options.some(isNamed) ? undefined : selectable[0]);
    if (option !== undefined) select(option);
  };
  useEffect(() => {
    // Further typing, or blur, which clears the text, cancels a pending Enter.
    if (last.current !== typed) isEnterPending.current = isHighlighted.current = false;
    last.current = typed;
    if (isEnterPending.current && !isStale) selectMatch();
  });
  return {
    onHighlightChange: (_: unknown, option: unknown): void => {
      isHighlighted.current = option !== null;
    },
    onKeyDown: (event: Key): void => {
      const { key, target, nativeEvent } = event;
      if (key === 'Escape') isEnterPending.current = false;
      if (typed.trim() === '' || isComposing(nativeEvent)) return;
      // Without matches yet, the arrow key would highlight the option that creates a record.
      const isEarly = key === 'ArrowDown' && isStale && selectable.length === 0;
      if (key !== 'Enter' && !isEarly) return;
      event.preventDefault();
      const isOwn = isHighlighted.current && (target as HTMLElement).hasAttribute('aria-activedescendant');
      if (isOwn && !isEarly) return;
      event.defaultMuiPrevented = true;
      open();
      if (isEarly) return;
      if (isStale) isEnterPending.current = true;
      else selectMatch();
    },
  };
}
