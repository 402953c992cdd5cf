import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { StoredPicture } from '../shared/StoredPicture.tsx';
import TextEditor from '../text/editor.tsx';
import type { EditorProps } from '../editorTypes.ts';

const Preview = styled('img')(({ theme }) => ({
  maxWidth: '100%',
  maxHeight: 160,
  objectFit: 'contain',
  alignSelf: 'flex-start',
  borderRadius: theme.shape.borderRadius,
  border: `1px solid ${(theme.vars ?? theme).palette.divider}`,
}));

/** Milliseconds without typing after which an address counts as entered. */
const SETTLED_MS = 800;

/** Address of a picture, with the picture itself. */
export default function ImageEditor(props: EditorProps<string>) {
  const { field, value = '' } = props;
  const [failed, setFailed] = useState<string>();
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <div style={{ display: 'flex', flexDirection: 'column', gap: 8, flex: '1 1 0', minWidth: 0 }}>
      <TextEditor {...props} />
      {settled === '' || settled !== value ? null : (
        <StoredPicture field={field} address={settled} width={460}>
          {(source) =>
            source === undefined || source === failed ? null : (
              <Preview
                key={source}
                src={source}
                alt=""
                referrerPolicy="no-referrer"
                onError={() => setFailed(source)}
              />
            )
          }
        </StoredPicture>
      )}
    </div>
  );
}
