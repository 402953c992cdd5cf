import { useCallback, useRef, useState } from 'react';
import { useFormSession } from './useSession.ts';
import type { EditorProps } from './editorTypes.ts';

export interface TextDraft {
  text: string;
  type: (text: string) => void;
  leave: () => void;
}

/**
 * Text while it is typed. A keystroke rerenders only the input; the session has the value at once, and the rest of
 * the form follows when typing pauses or on blur.
 * @param format the value as text, @param parse the text as value
 */
export function useTextDraft<Value>(
  { value, path, onChange, onBlur }: Pick<EditorProps<Value>, 'value' | 'path' | 'onChange' | 'onBlur'>,
  format: (value: Value | undefined) => string,
  parse: (text: string) => Value | undefined,
  isEqual: (a: Value | undefined, b: Value | undefined) => boolean = Object.is,
): TextDraft {
  const session = useFormSession();
  const [text, setText] = useState(() => format(value));
  const [seen, setSeen] = useState(value);
  const latest = useRef({ onChange, parse });
  latest.current = { onChange, parse };

  if (!isEqual(value, seen)) {
    setSeen(value);
    // The rendered value may be behind the input; the session's is current.
    const stored = (session.read(path) ?? undefined) as Value | undefined;
    if (!isEqual(parse(text), stored)) setText(format(stored));
  }

  const type = useCallback((typed: string) => {
    setText(typed);
    latest.current.onChange(latest.current.parse(typed), { typing: true });
  }, []);

  return { text, type, leave: onBlur };
}
