import { MediaPicture } from '../media/MediaPicture.tsx';
import TextEditor from '../text/editor.tsx';
import type { EditorProps } from '../editorTypes.ts';

/** Address of a picture, with the picture itself. */
export default function ImageEditor(props: EditorProps<string>) {
  const { field, value = '' } = props;
  return (
    <div style={{ display: 'flex', flexDirection: 'column', gap: 8, flex: '1 1 0', minWidth: 0 }}>
      <TextEditor {...props} />
      <MediaPicture field={field} address={value} />
    </div>
  );
}
