import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { bytesText, FILE_TYPES, type FileRules, type StoredFile } from '../../../../schemas/model/files.ts';
import { Detail } from '../Value.tsx';
import { FieldFrame } from '../../form/fields/FieldFrame.tsx';
import { useFormSession } from '../../form/useSession.ts';
import type { EditorProps } from '../editorTypes.ts';
import { useUpload } from './useUpload.ts';

const Zone = styled('div')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: 8,
    padding: 12,
    borderRadius: theme.shape.borderRadius,
    border: `1px dashed ${palette.text.disabled}`,
    '&[data-over=true]': { borderColor: palette.primary.main, backgroundColor: palette.action.hover },
    '&[data-invalid=true]': { borderColor: palette.error.main },
  };
});
const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' });
const Hint = styled('span')(({ theme }) => ({
  fontSize: 12,
  lineHeight: '16px',
  color: (theme.vars ?? theme).palette.text.secondary,
}));

/** A file by choice, drop or paste, with its progress; what is stored is shown and may be replaced or removed. */
export default function FileEditor(props: EditorProps<StoredFile | string>) {
  const { field, value, onChange, onBlur, pointer, state } = props;
  const session = useFormSession();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { progress, fault, start, cancel } = useUpload(field, (stored) => {
    onChange(stored);
    onBlur();
  });
  const sending = progress !== undefined;
  // A form that is saved meanwhile would be saved without the file.
  const pending = sending ? 'Wait for the upload to end, or cancel it' : fault;
  useEffect(() => {
    session.hold(pointer, pending);
    return () => session.hold(pointer, undefined);
  }, [session, pointer, pending]);

  const take = (files: FileList | null | undefined): boolean => {
    const [first] = files ?? [];
    if (!first || state.readOnly) return false;
    start(first);
    return true;
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (take(event.clipboardData.files)) event.preventDefault();
  };
  const onDragOver = (event: DragEvent): void => {
    event.preventDefault();
    setOver(!state.readOnly);
  };
  const remove = (): void => {
    cancel();
    onChange(undefined);
    onBlur();
  };

  return (
    <FieldFrame widget={props} group>
      {({ id, ...aria }) => (
        <Zone
          role="group"
          aria-labelledby={aria['aria-labelledby']}
          aria-describedby={aria['aria-describedby']}
          data-over={over}
          data-invalid={aria['aria-invalid'] ?? false}
          onDragOver={onDragOver}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
          onPaste={onPaste}
        >
          {value === undefined ? null : <Detail field={field} value={value as never} />}
          {sending ? <Progress share={progress} onCancel={cancel} title={field.title} /> : null}
          {state.readOnly || sending ? null : (
            <Row>
              <Button id={id} size="small" variant="outlined" onClick={() => input.current?.click()}>
                {value === undefined ? 'Choose a file' : 'Replace'}
              </Button>
              {value === undefined ? (
                <Hint>or drop or paste it here. {field.file ? hintOf(field.file) : ''}</Hint>
              ) : (
                <Button size="small" color="inherit" onClick={remove}>
                  Remove
                </Button>
              )}
            </Row>
          )}
          <input
            ref={input}
            type="file"
            hidden
            aria-label={field.title}
            accept={field.file && acceptOf(field.file)}
            onChange={(event) => {
              take(event.target.files);
              // The same file may be chosen again after it was mended.
              event.target.value = '';
            }}
          />
        </Zone>
      )}
    </FieldFrame>
  );
}

function Progress({ share, title, onCancel }: { share: number; title: string; onCancel: () => void }) {
  const percent = Math.round(share * 100);
  return (
    <div style={{ display: 'flex', gap: 12, alignItems: 'center', alignSelf: 'stretch' }}>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label={`Uploading ${title}`}
        style={{ flex: 1 }}
      />
      <Hint role="status">{percent} %</Hint>
      <Button size="small" color="inherit" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

const acceptOf = ({ types }: FileRules): string =>
  types.flatMap((type) => [type, ...FILE_TYPES[type].extensions.map((end) => `.${end}`)]).join(',');

function hintOf({ types, maxBytes, exact, least }: FileRules): string {
  const sizes = exact.map(({ width, height }) => `${width} × ${height}`).join(' or ');
  return [
    types.map((type) => FILE_TYPES[type].label).join(', '),
    sizes || (least ? `at least ${least.width} × ${least.height}` : ''),
    `up to ${bytesText(maxBytes)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
