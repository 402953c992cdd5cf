import CloseIcon from '@mui/icons-material/Close';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { use, useEffect, useRef, useState } from 'react';
import {
  fileNameFromUrl,
  formatBytes,
  fileIdFromUrl,
  type StoredFile,
  imagemapUrl,
} from '../../../../schemas/model/files.ts';
import { FILE_TYPES } from '../../../../schemas/model/fileTypes.ts';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import { InRowContext } from '../../fieldKit/InRowContext.ts';
import { useTextDraft } from '../../fieldKit/useTextDraft.ts';
import { useFormSession } from '../../fieldKit/useSession.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { DropZone } from '../file/DropZone.tsx';
import { Hint, fileRulesText, Progress } from '../file/parts.tsx';
import { useFileZone } from '../file/useFileZone.ts';
import { TextInput } from '../shared/TextInput.tsx';
import { withScheme } from '../text/withScheme.ts';
import { MediaPicture } from './MediaPicture.tsx';
import { useRemoteFile } from './useRemoteFile.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const Zone = styled(DropZone)({
  display: 'flex',
  flexDirection: 'column',
  gap: 6,
  maxWidth: 560,
  borderRadius: 6,
  '&[data-over=true]': { outline: '2px dashed var(--accent)', outlineOffset: 4 },
});
/** The drop area of an empty field: most people have a file rather than an address. */
const EmptyDropArea = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  minHeight: 112,
  padding: 12,
  boxSizing: 'border-box',
  border: '1px dashed var(--field)',
  borderRadius: 8,
  background: 'var(--sunken)',
  textAlign: 'center',
});
const Line = styled('div')({ display: 'flex', gap: 8, alignItems: 'center', minWidth: 0 });
/** The uploaded file, shown in place of its address. */
const UploadedFile = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flex: 1,
  minWidth: 0,
  minHeight: 36,
  padding: '0 4px 0 12px',
  border: '1px solid var(--field)',
  borderRadius: 6,
  '& > a': {
    flex: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: 'var(--ink)',
    fontSize: 14,
  },
});

const asText = (value: string | undefined): string => value ?? '';
const asValue = (text: string): string | undefined => text.trim() || undefined;

/** An external address or an uploaded file (chosen, dropped or pasted), with a description of the file. */
export default function MediaEditor(props: EditorProps<string>) {
  const { field, value = '', path, fieldState, onChange, onBlur } = props;
  const session = useFormSession();
  const inRow = use(InRowContext);
  const draft = useTextDraft(props, asText, asValue);
  const commit = (address: string): void => {
    onChange(address);
    onBlur();
  };
  const zone = useFileZone(props, (stored) => {
    commit(stored.url);
    const { smallIn } = field.file ?? {};
    const siblingPath = [...path.slice(0, -1), smallIn ?? ''];
    if (smallIn !== undefined && !session.read(siblingPath))
      session.setValue(siblingPath, imagemapUrl(stored.id, 700));
  });
  const isUpload = fileIdFromUrl(value) !== undefined;
  // Other files than pictures are fetched only for people who may edit the field.
  const isFetched = !isUpload && (field.type === 'image' || !fieldState.readOnly);
  const remote = useRemoteFile(field, isFetched ? value : '');
  const wasTyped = useRef(false);
  const copy = field.file?.copy && wasTyped.current && remote.fault === undefined ? remote.file : undefined;
  const latest = useRef(commit);
  latest.current = commit;
  useEffect(() => {
    if (copy) latest.current(copy.url);
  }, [copy]);
  const noun = field.title.toLowerCase();
  const { progress } = zone;
  // The drop area stays while an address is typed, so that nothing moves.
  const [wasEmpty] = useState(value === '');
  const showsDropArea =
    wasEmpty &&
    !isUpload &&
    field.file !== undefined &&
    field.options['drop'] !== false &&
    !fieldState.readOnly &&
    !inRow;
  const upload = fieldState.readOnly ? null : (
    <Button
      variant="outlined"
      color="inherit"
      aria-label={`${isUpload ? t('Replace') : t('Upload')} ${noun}`}
      startIcon={<UploadIcon />}
      onClick={zone.choose}
      sx={{ flex: 'none', height: 36, background: 'var(--sheet)' }}
    >
      {isUpload ? t('Replace') : t('Upload')}
    </Button>
  );

  return (
    <FieldFrame fieldProps={props}>
      {({ id, ...aria }) => (
        <Zone field={field} zone={zone}>
          {showsDropArea && progress === undefined ? (
            <EmptyDropArea>
              {upload}
              <Hint>
                {t('or drop it here · %{file}', { file: field.file ? fileRulesText(field.file) : '' })}
              </Hint>
            </EmptyDropArea>
          ) : null}
          {progress === undefined ? (
            <Line>
              {isUpload ? (
                <UploadedFile>
                  <a
                    id={id}
                    href={value}
                    target="_blank"
                    rel="noopener noreferrer"
                    {...describedByProps(aria)}
                  >
                    {uploadName(value)}
                  </a>
                  {fieldState.readOnly ? null : (
                    <IconButton
                      size="small"
                      aria-label={t('Remove %{noun}', { noun })}
                      title={t('Remove')}
                      onClick={() => {
                        onChange(undefined);
                        onBlur();
                      }}
                    >
                      <CloseIcon fontSize="small" />
                    </IconButton>
                  )}
                </UploadedFile>
              ) : (
                <TextInput
                  fieldProps={props}
                  aria={{ id, ...aria }}
                  draft={draft}
                  placeholder={
                    inRow
                      ? field.title
                      : showsDropArea
                        ? t('or enter a URL, https://')
                        : (field.placeholder ?? 'https://')
                  }
                  input={{ type: 'url', inputMode: 'url' }}
                  onTyped={() => {
                    wasTyped.current = true;
                  }}
                  onBlur={() => {
                    const whole = withScheme(field.format, draft.text);
                    if (whole !== draft.text && !fieldState.readOnly) draft.type(whole);
                    draft.leave();
                  }}
                />
              )}
              {showsDropArea ? null : upload}
            </Line>
          ) : (
            <Progress share={progress} onCancel={zone.cancel} title={field.title} />
          )}
          <Hint role="status">
            {remote.isLoading
              ? t('Loading a preview…')
              : (remote.fault ?? (remote.file ? describeFile(remote.file) : ''))}
          </Hint>
          {value === '' && field.file && !fieldState.readOnly && !showsDropArea ? (
            <Hint>{fileRulesText(field.file)}</Hint>
          ) : null}
          {field.type === 'image' && field.options['preview'] !== false ? (
            <MediaPicture field={field} address={value} />
          ) : null}
        </Zone>
      )}
    </FieldFrame>
  );
}

const describedByProps = (aria: { 'aria-describedby': string | undefined }) => ({
  'aria-describedby': aria['aria-describedby'],
});

/** The name of an upload; a resized copy is named by its width. */
const uploadName = (address: string): string => {
  const name = fileNameFromUrl(address);
  return /^\d+$/.test(name) ? t('Small copy, %{name} pixels wide', { name }) : name;
};

const describeFile = ({ type, size, width, height }: StoredFile): string =>
  [FILE_TYPES[type].label, width && height ? `${width} × ${height}` : '', formatBytes(size)]
    .filter(Boolean)
    .join(' · ');
