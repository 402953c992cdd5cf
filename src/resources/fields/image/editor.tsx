import { styled } from '@mui/material/styles';
import { MediaPicture } from '../media/MediaPicture.tsx';
import { avatar } from '../avatar/index.tsx';
import TextEditor from '../text/editor.tsx';
import type { EditorProps } from '../editorTypes.ts';

const Column = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  flex: '1 1 0',
  minWidth: 0,
});
/** The face stands behind the address, as high as the input is. */
const Beside = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 36px',
  gap: '0 12px',
  flex: '1 1 0',
  minWidth: 0,
  '& > [data-face]': { marginTop: 24, height: 36, '& > span': { width: 36, height: 36 } },
});

/** Address of a picture, with the picture itself. */
export default function ImageEditor(props: EditorProps<string>) {
  const { field, value = '' } = props;
  const address = { ...props, field: { ...field, placeholder: field.placeholder ?? 'https://' } };
  if (field.display === 'avatar')
    return (
      <Beside>
        <TextEditor {...address} />
        <div data-face>
          <avatar.Cell field={field} value={value} />
        </div>
      </Beside>
    );
  return (
    <Column>
      <TextEditor {...address} />
      <MediaPicture field={field} address={value} />
    </Column>
  );
}
