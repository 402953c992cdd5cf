import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import IconButton from '@mui/material/IconButton';
import { useGetOne } from 'react-admin';
import { Link } from 'react-router';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { useRights } from '../../changes/useRights.ts';
import { recordPath } from '../shared/RecordLink.tsx';
import { entityByName } from '../../product.ts';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { RecordPicker } from './RecordPicker.tsx';
import { PHONE } from '../../../theme/tokens.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const unknownRecord = (id: string): EntityRecord => ({ id, version: 0, createdAt: '', updatedAt: '' });

/** One record of another entity: found by search, created in a dialog, or opened in a new tab. */
export default function ReferenceEditor(props: EditorProps<string>) {
  const { field, value, onChange, onBlur, fieldState } = props;
  const { reference } = field;
  if (!reference) throw new Error(`${field.path} refers to no entity.`);
  const model = entityByName(reference.entity);
  const rights = useRights(model);
  const { data } = useGetOne<EntityRecord>(reference.entity, { id: value }, { enabled: value !== undefined });
  const chosen = value === undefined ? [] : [data ?? unknownRecord(value)];
  const path = value === undefined ? undefined : recordPath(reference.entity, value, data);
  return (
    <FieldFrame fieldProps={props}>
      {(aria) => (
        <div style={{ display: 'flex', gap: 4, alignItems: 'center' }}>
          <RecordPicker
            reference={reference}
            placeholder={field.placeholder}
            chosen={chosen}
            multiple={false}
            // Nested entities have no list of all records to choose from.
            readOnly={fieldState.readOnly || model.path.includes('{')}
            aria={aria}
            mayCreate={reference.create && rights.may('create')}
            onChoose={(records) => onChange(records[0]?.id)}
            onBlur={onBlur}
          />
          {path && data ? (
            <IconButton
              component={Link}
              to={path}
              target="_blank"
              aria-label={t('Open %{model}', { model: recordTitle(model, data) })}
              title={t('Open in a new tab')}
              // The icon aligns with the edge of the fields.
              sx={{ [PHONE]: { marginRight: '-11px' } }}
            >
              <OpenInNewIcon fontSize="small" />
            </IconButton>
          ) : null}
        </div>
      )}
    </FieldFrame>
  );
}
