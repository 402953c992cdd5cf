import type { EditorProps } from '../../resources/fieldKit/editorTypes.ts';
import { SegmentedChoices } from '../../resources/fields/shared/SegmentedChoices.tsx';

/** Editor of a boolean as two labelled buttons, one of which is always chosen. */
export default function YesNoButtons(props: EditorProps<boolean>) {
  const { options } = props.field;
  const choices = [
    { value: true, label: String(options['yes'] ?? true) },
    { value: false, label: String(options['no'] ?? false) },
  ];
  return (
    <SegmentedChoices
      fieldProps={{ ...props, fieldState: { ...props.fieldState, required: true } }}
      choices={choices}
    />
  );
}
