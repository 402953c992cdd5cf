import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useFormSession } from '../useSession.ts';
import type { WidgetProps } from '../widgets/registry.ts';

/** Milliseconds without a key after which typed text goes to the form. */
const SETTLE = 250;

export interface TextDraft {
  text: string;
  type: (text: string) => void;
  leave: () => void;
}

/**
 * Text as it is typed. The input redraws alone on every key; the form gets the text once typing pauses, at low
 * priority, and at once when the field is left or the form is sent.
 * @param format the value as text, @param parse the text as value
 */
export function useTextDraft<Value>(
  { value, onChange, onBlur }: Pick<WidgetProps<Value>, 'value' | 'onChange' | 'onBlur'>,
  format: (value: Value | undefined) => string,
  parse: (text: string) => Value | undefined,
  same: (a: Value | undefined, b: Value | undefined) => boolean = Object.is,
): TextDraft {
  const session = useFormSession();
  const [text, setText] = useState(() => format(value));
  const [seen, setSeen] = useState(value);
  const waiting = useRef<{ text: string; timer: ReturnType<typeof setTimeout> } | undefined>(undefined);
  const latest = useRef({ onChange, parse });
  latest.current = { onChange, parse };

  if (!same(value, seen)) {
    setSeen(value);
    if (!waiting.current && !same(parse(text), value)) setText(format(value));
  }

  const flush = useCallback(() => {
    const now = waiting.current;
    if (!now) return;
    clearTimeout(now.timer);
    waiting.current = undefined;
    session.removePending(flush);
    latest.current.onChange(latest.current.parse(now.text));
  }, [session]);

  const type = useCallback(
    (typed: string) => {
      setText(typed);
      session.markDirty();
      clearTimeout(waiting.current?.timer);
      waiting.current = { text: typed, timer: setTimeout(() => startTransition(flush), SETTLE) };
      session.addPending(flush);
    },
    [flush, session],
  );

  const leave = useCallback(() => {
    flush();
    onBlur();
  }, [flush, onBlur]);

  useEffect(() => flush, [flush]);
  return { text, type, leave };
}
