import { styled } from '@mui/material/styles';
import { MediaPicture } from '../media/MediaPicture.tsx';
import TextEditor from '../text/editor.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';

const Column = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  flex: '1 1 0',
  minWidth: 0,
});

/** The address of a picture, with a preview. */
export default function ImageEditor(props: EditorProps<string>) {
  const { field, value = '' } = props;
  return (
    <Column>
      <TextEditor {...props} field={{ ...field, placeholder: field.placeholder ?? 'https://' }} />
      <MediaPicture field={field} address={value} />
    </Column>
  );
}
