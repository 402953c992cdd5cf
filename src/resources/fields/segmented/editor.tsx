import type { Choice } from '../../../../schemas/model/types.ts';
import type { EditorProps } from '../editorTypes.ts';
import { SideBySide } from '../shared/SideBySide.tsx';

/** The choices side by side. */
export default function SegmentedEditor(props: EditorProps<Choice['value']>) {
  return <SideBySide widget={props} choices={props.field.choices ?? []} />;
}
