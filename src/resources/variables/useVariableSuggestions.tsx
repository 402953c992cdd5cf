import { type KeyboardEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isComposing } from '../../ui/isComposing.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';

const VariableOffer = lazyComponent(() => import('./VariableSuggestions.tsx').then((it) => it.default), {
  silent: true,
});

type Input = HTMLInputElement | HTMLTextAreaElement;

/** A placeholder that is being typed: from its braces to the cursor. */
interface TypedPlaceholder {
  input: Input;
  start: number;
  typed: string;
}

interface Options {
  /** The text may hold variables. */
  enabled: boolean;
  text: string;
  type: (text: string) => void;
}

export interface VariableSuggester {
  /** Follows what is typed into the input. */
  follow: (input: Input) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  close: () => void;
  aria: { 'aria-controls'?: string; 'aria-activedescendant'?: string };
  list: ReactNode;
}

const OPEN_PLACEHOLDER = /\{\{\s*([\w-]*)$/;

/** Offers the workspace's variables with their values, and those of people, while `{{` is typed; arrows and Enter choose. */
export function useVariableSuggestions({ enabled, text, type }: Options): VariableSuggester {
  const id = useId();
  const [begun, setBegun] = useState<TypedPlaceholder>();
  const [active, setActive] = useState(0);
  const [names, setNames] = useState<string[]>([]);
  const latest = useRef(text);
  latest.current = text;

  const close = useCallback(() => setBegun(undefined), []);
  const follow = (input: Input): void => {
    if (!enabled) return;
    const caret = input.selectionStart ?? input.value.length;
    const found = OPEN_PLACEHOLDER.exec(input.value.slice(0, caret));
    setActive(0);
    setBegun(found ? { input, start: found.index, typed: found[1] ?? '' } : undefined);
  };
  const pick = (name: string): void => {
    if (!begun) return;
    const { input, start } = begun;
    const caret = input.selectionStart ?? latest.current.length;
    const behind = latest.current.slice(caret);
    // A fallback that stands behind the name stays.
    const [replaced = '', fallback = ''] = /^[\w-]*\s*(\|[^{}]*)?\}\}/.exec(behind) ?? [];
    const put = `{{${name}${fallback}}}`;
    const rest = behind.slice(replaced.length);
    // The caret is behind the name before the next key can be typed.
    flushSync(() => type(latest.current.slice(0, start) + put + rest));
    close();
    input.setSelectionRange(start + put.length, start + put.length);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!begun || names.length === 0 || isComposing(event.nativeEvent)) return;
    const chosen = names[active];
    if (event.key === 'ArrowDown') setActive((active + 1) % names.length);
    else if (event.key === 'ArrowUp') setActive((active + names.length - 1) % names.length);
    else if (event.key === 'Escape') close();
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen !== undefined) pick(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isShown = begun !== undefined && names.length > 0;
  return {
    follow,
    onKeyDown,
    close,
    aria: isShown ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` } : {},
    list: begun ? (
      <VariableOffer
        id={id}
        anchor={begun.input}
        typed={begun.typed}
        active={active}
        onNames={setNames}
        onPick={pick}
      />
    ) : null,
  };
}
