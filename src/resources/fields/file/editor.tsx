import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { StoredFile } from '../../../../schemas/model/files.ts';
import { Detail } from '../../fieldKit/Value.tsx';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { DropZone } from './DropZone.tsx';
import { Hint, fileRulesText, Progress, Row } from './parts.tsx';
import { useFileZone } from './useFileZone.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const Zone = styled(DropZone)(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 8,
  padding: 12,
  borderRadius: theme.shape.borderRadius,
  border: '1px dashed var(--ink-3)',
  '&[data-over=true]': { borderColor: 'var(--accent)', backgroundColor: 'var(--hover)' },
  '&[data-invalid=true]': { borderColor: 'var(--danger)' },
}));

/** Uploads a file by choice, drop or paste; a stored file can be replaced or removed. */
export default function FileEditor(props: EditorProps<StoredFile | string>) {
  const { field, value, onChange, onBlur, fieldState } = props;
  const zone = useFileZone(props, (stored) => {
    onChange(stored);
    onBlur();
  });
  const { progress } = zone;
  const remove = (): void => {
    zone.cancel();
    onChange(undefined);
    onBlur();
  };

  return (
    <FieldFrame fieldProps={props} group>
      {({ id, ...aria }) => (
        <Zone field={field} zone={zone} group={aria}>
          {value === undefined ? null : <Detail field={field} value={value as never} />}
          {progress === undefined ? null : (
            <Progress share={progress} onCancel={zone.cancel} title={field.title} />
          )}
          {fieldState.readOnly || progress !== undefined ? null : (
            <Row>
              <Button id={id} size="small" variant="outlined" onClick={zone.choose}>
                {value === undefined ? t('Choose a file') : t('Replace')}
              </Button>
              {value === undefined ? (
                <Hint>
                  {t('or drop or paste it here. %{file}', {
                    file: field.file ? fileRulesText(field.file) : '',
                  })}
                </Hint>
              ) : (
                <Button size="small" color="inherit" onClick={remove}>
                  {t('Remove')}
                </Button>
              )}
            </Row>
          )}
        </Zone>
      )}
    </FieldFrame>
  );
}
