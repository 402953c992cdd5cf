import { useCallback, useRef, useState } from 'react';
import { useFormSession } from './useSession.ts';
import type { EditorProps } from './editorTypes.ts';

export interface TextDraft {
  text: string;
  type: (text: string) => void;
  leave: () => void;
}

/**
 * Text as it is typed. The input redraws alone on every key; the form has the value at once and is drawn anew when
 * typing pauses or the field is left.
 * @param format the value as text, @param parse the text as value
 */
export function useTextDraft<Value>(
  { value, path, onChange, onBlur }: Pick<EditorProps<Value>, 'value' | 'path' | 'onChange' | 'onBlur'>,
  format: (value: Value | undefined) => string,
  parse: (text: string) => Value | undefined,
  same: (a: Value | undefined, b: Value | undefined) => boolean = Object.is,
): TextDraft {
  const session = useFormSession();
  const [text, setText] = useState(() => format(value));
  const [seen, setSeen] = useState(value);
  const latest = useRef({ onChange, parse });
  latest.current = { onChange, parse };

  if (!same(value, seen)) {
    setSeen(value);
    // What is drawn may be behind what was typed since; the session never is.
    const held = (session.read(path) ?? undefined) as Value | undefined;
    if (!same(parse(text), held)) setText(format(held));
  }

  const type = useCallback((typed: string) => {
    setText(typed);
    latest.current.onChange(latest.current.parse(typed), { typing: true });
  }, []);

  return { text, type, leave: onBlur };
}
