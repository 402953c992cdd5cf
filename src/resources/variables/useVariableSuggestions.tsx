import { type KeyboardEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isComposing } from '../../ui/isComposing.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';

const VariableSuggestions = lazyComponent(
  () => import('./VariableSuggestions.tsx').then((it) => it.default),
  {
    silent: true,
  },
);

type Input = HTMLInputElement | HTMLTextAreaElement;

/** A placeholder that is being typed: from its braces to the cursor. */
interface TypedPlaceholder {
  input: Input;
  start: number;
  typed: string;
}

interface Options {
  /** The text may contain variables. */
  enabled: boolean;
  text: string;
  type: (text: string) => void;
}

export interface VariableSuggester {
  /** Detects a placeholder at the caret after a change of the input. */
  follow: (input: Input) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  close: () => void;
  aria: { 'aria-controls'?: string; 'aria-activedescendant'?: string };
  list: ReactNode;
}

const OPEN_PLACEHOLDER = /\{\{\s*([\w-]*)$/;

/** Suggests variables of the workspace and of people while `{{` is typed; arrows and Enter choose. */
export function useVariableSuggestions({ enabled, text, type }: Options): VariableSuggester {
  const id = useId();
  const [placeholder, setPlaceholder] = useState<TypedPlaceholder>();
  const [active, setActive] = useState(0);
  const [names, setNames] = useState<string[]>([]);
  const latest = useRef(text);
  latest.current = text;

  const close = useCallback(() => setPlaceholder(undefined), []);
  const follow = (input: Input): void => {
    if (!enabled) return;
    const caret = input.selectionStart ?? input.value.length;
    const found = OPEN_PLACEHOLDER.exec(input.value.slice(0, caret));
    setActive(0);
    setPlaceholder(found ? { input, start: found.index, typed: found[1] ?? '' } : undefined);
  };
  const pick = (name: string): void => {
    if (!placeholder) return;
    const { input, start } = placeholder;
    const caret = input.selectionStart ?? latest.current.length;
    const afterCaret = latest.current.slice(caret);
    // Preserves a fallback after the name.
    const [replaced = '', fallback = ''] = /^[\w-]*\s*(\|[^{}]*)?\}\}/.exec(afterCaret) ?? [];
    const inserted = `{{${name}${fallback}}}`;
    const rest = afterCaret.slice(replaced.length);
    // Flushed, so that the caret is set before the next key.
    flushSync(() => type(latest.current.slice(0, start) + inserted + rest));
    close();
    input.setSelectionRange(start + inserted.length, start + inserted.length);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!placeholder || names.length === 0 || isComposing(event.nativeEvent)) return;
    const chosen = names[active];
    if (event.key === 'ArrowDown') setActive((active + 1) % names.length);
    else if (event.key === 'ArrowUp') setActive((active + names.length - 1) % names.length);
    else if (event.key === 'Escape') close();
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen !== undefined) pick(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isShown = placeholder !== undefined && names.length > 0;
  return {
    follow,
    onKeyDown,
    close,
    aria: isShown ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` } : {},
    list: placeholder ? (
      <VariableSuggestions
        id={id}
        anchor={placeholder.input}
        typed={placeholder.typed}
        active={active}
        onNames={setNames}
        onPick={pick}
      />
    ) : null,
  };
}
