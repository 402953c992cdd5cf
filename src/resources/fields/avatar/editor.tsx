import Person from '@mui/icons-material/Person';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { initials } from '../../../ui/initials.ts';
import { TEXT } from '../../../theme/text.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import { useSessionValue } from '../../fieldKit/useSession.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { DropZone } from '../file/DropZone.tsx';
import { fileRulesText, Hint, Progress, Row } from '../file/parts.tsx';
import { useFileZone } from '../file/useFileZone.ts';
import { StoredPicture } from '../shared/StoredPicture.tsx';

const Zone = styled(DropZone)({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  borderRadius: 6,
  '&[data-over=true]': { outline: '2px dashed var(--accent)', outlineOffset: 4 },
  '& > div': { flex: 1, minWidth: 0 },
});
const PictureButton = styled('button')({
  ...{ display: 'grid', placeItems: 'center', flex: 'none', overflow: 'hidden' },
  ...{ width: 64, height: 64, padding: 0, border: 0, borderRadius: '50%' },
  ...TEXT.title,
  fontFamily: 'inherit',
  fontWeight: 500,
  color: 'var(--ink-2)',
  background: 'var(--press)',
  '&:enabled': { cursor: 'pointer' },
  '&:enabled:hover': { filter: 'brightness(0.92)' },
  '& img': { width: '100%', height: '100%', objectFit: 'cover' },
});

/** A round picture with upload; a picture of another site stays until it is changed. */
export default function AvatarEditor(props: EditorProps<string>) {
  const { field, path, value = '', fieldState, onChange, onBlur } = props;
  const setPicture = (address: string | undefined): void => {
    onChange(address);
    onBlur();
  };
  const zone = useFileZone(props, ({ url }) => setPicture(url));
  const { initialsOf } = field.options;
  const name = useSessionValue((session) => {
    const initialsSource =
      typeof initialsOf === 'string' ? session.read([...path.slice(0, -1), initialsOf]) : '';
    return typeof initialsSource === 'string' ? initialsSource.trim() : '';
  });
  const isEmpty = value === '';
  const noun = field.title.toLowerCase();

  return (
    <FieldFrame fieldProps={props} group hideLabel>
      {({ id, ...aria }) => (
        <Zone field={field} zone={zone} group={aria}>
          {/* Hidden from screen readers; the button beside it does the same. */}
          <PictureButton
            type="button"
            aria-hidden
            tabIndex={-1}
            disabled={fieldState.readOnly}
            onClick={zone.choose}
          >
            <StoredPicture field={field} address={value} width={240}>
              {(source) =>
                source ? (
                  <img src={source} alt="" />
                ) : name ? (
                  initials(name)
                ) : (
                  <Person sx={{ fontSize: '32px !important' }} />
                )
              }
            </StoredPicture>
          </PictureButton>
          {fieldState.readOnly ? null : (
            <div>
              {zone.progress === undefined ? (
                <Row>
                  <Button id={id} size="small" variant="outlined" color="inherit" onClick={zone.choose}>
                    {isEmpty ? t('Upload %{noun}', { noun }) : t('Change %{noun}', { noun })}
                  </Button>
                  {isEmpty ? null : (
                    <Button
                      size="small"
                      color="inherit"
                      aria-label={t('Remove %{noun}', { noun })}
                      onClick={() => {
                        zone.cancel();
                        setPicture(undefined);
                      }}
                    >
                      {t('Remove')}
                    </Button>
                  )}
                </Row>
              ) : (
                <Progress share={zone.progress} onCancel={zone.cancel} title={field.title} />
              )}
              {field.file ? <Hint>{fileRulesText(field.file)}</Hint> : null}
            </div>
          )}
        </Zone>
      )}
    </FieldFrame>
  );
}
