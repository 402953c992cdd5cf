import Button from '@mui/material/Button';
import type { StoredFile } from '../../../../schemas/model/files.ts';
import { Detail } from '../Value.tsx';
import { FieldFrame } from '../../form/fields/FieldFrame.tsx';
import type { EditorProps } from '../editorTypes.ts';
import { FileInput } from './FileInput.tsx';
import { Hint, fileRulesText, Progress, Row, Zone } from './parts.tsx';
import { useFileZone } from './useFileZone.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** A file by choice, drop or paste, with its progress; what is stored is shown and may be replaced or removed. */
export default function FileEditor(props: EditorProps<StoredFile | string>) {
  const { field, value, onChange, onBlur, state } = props;
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
    <FieldFrame widget={props} group>
      {({ id, ...aria }) => (
        <Zone
          role="group"
          aria-labelledby={aria['aria-labelledby']}
          aria-describedby={aria['aria-describedby']}
          data-over={zone.over}
          data-invalid={aria['aria-invalid'] ?? false}
          {...zone.handlers}
        >
          {value === undefined ? null : <Detail field={field} value={value as never} />}
          {progress === undefined ? null : (
            <Progress share={progress} onCancel={zone.cancel} title={field.title} />
          )}
          {state.readOnly || progress !== undefined ? null : (
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
          <FileInput field={field} zone={zone} />
        </Zone>
      )}
    </FieldFrame>
  );
}
