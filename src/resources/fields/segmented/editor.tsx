import type { Choice } from '../../../../schemas/model/types.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { SegmentedChoices } from '../shared/SegmentedChoices.tsx';

/** The choices side by side. */
export default function SegmentedEditor(props: EditorProps<Choice['value']>) {
  return <SegmentedChoices fieldProps={props} choices={props.field.choices ?? []} />;
}
