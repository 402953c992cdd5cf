import type { Choice } from '../../../../schemas/model/types.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import SegmentedEditor from '../segmented/editor.tsx';
import { ChoiceSelect } from '../shared/ChoiceSelect.tsx';

type Value = Choice['value'];

/** Up to this many choices with short labels are buttons. */
const MAX_SEGMENTS = 4;
const MAX_SEGMENT_CHARS = 40;

/** One of several choices: segmented buttons when they are few and short, else a select. */
export default function EnumEditor(props: EditorProps<Value>) {
  const { widget, choices = [] } = props.field;
  const short = choices.reduce((letters, choice) => letters + choice.label.length, 0) <= MAX_SEGMENT_CHARS;
  const segmented =
    widget === 'segmented' || (widget !== 'select' && choices.length <= MAX_SEGMENTS && short);
  return segmented ? <SegmentedEditor {...props} /> : <ChoiceSelect {...props} choices={choices} />;
}
