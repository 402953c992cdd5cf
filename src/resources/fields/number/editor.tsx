import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import { useTextDraft } from '../../fieldKit/useTextDraft.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { TextInput } from '../shared/TextInput.tsx';
import { DIGITS, numberText, parseNumber } from './parseNumber.ts';

export default function NumberEditor(props: EditorProps<number | string>) {
  const draft = useTextDraft(props, numberText, parseNumber);
  return (
    <FieldFrame fieldProps={props}>
      {(aria) => <TextInput fieldProps={props} aria={aria} draft={draft} input={DIGITS} />}
    </FieldFrame>
  );
}
