import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import type { FieldErrors, FieldModel, JsonObject } from '../../../../schemas/model/types.ts';
import type { SelectedRecord } from '../../../dataProvider/entityVerbs.ts';
import { FailedDialog } from '../../actions/dialogs.ts';
import { countLabel } from '../../entityLabels.ts';
import { formatNumber } from '../../format.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import { RecordForm, type RecordFormHandle } from '../../form/RecordForm.tsx';
import { useFormValidator } from '../../form/useFormValidator.ts';
import { useFormAccess } from '../../fieldKit/useFormAccess.ts';
import type { ConsoleEntity } from '../../product.ts';
import {
  findBulkEditableFields,
  withoutRecordRules,
  isListField,
  limitValidatorToFields,
  type BulkOperation,
} from './bulkEditableFields.ts';
import { useBulkEdit, type FailedRecords } from './useBulkEdit.ts';
import { t } from '../../../../schemas/texts/translate.ts';

interface BulkEditDialogProps {
  model: ConsoleEntity;
  /** The loaded records, for their titles. */
  records: ListRecord[];
  unloaded: readonly SelectedRecord[];
  /** Names of preselected fields. */
  initialFields?: string[];
  /** Called with whether anything was changed. */
  onClose: (changed: boolean) => void;
}

/** Edits chosen fields of all selected records. */
export const BulkEditDialog = ({
  model,
  records,
  unloaded,
  initialFields = [],
  onClose,
}: BulkEditDialogProps) => {
  const id = useId();
  const [failed, setFailed] = useState<FailedRecords>();
  const all: readonly SelectedRecord[] = [...records, ...unloaded];
  const editing = useBulkEdit(model);
  const busy = editing.progress !== undefined;

  if (failed) {
    const titles = new Map(records.map((record) => [record.id, recordTitle(model, record)]));
    const shown = Object.entries(failed).slice(0, 50);
    const hidden = Object.keys(failed).length - shown.length;
    return (
      <FailedDialog
        title={t('%{count} could not be changed', { count: countLabel(model, Object.keys(failed).length) })}
        message={
          hidden > 0
            ? t('The others are changed. The first %{count}:', { count: shown.length })
            : t('The others are changed.')
        }
        obstacles={shown.map(([key, { message, fields = {} }]) => ({
          key,
          entity: model.name,
          id: key,
          title: titles.get(key) ?? key,
          detail: Object.values(fields)[0] ?? message,
        }))}
        onClose={() => onClose(true)}
      />
    );
  }
  const save = async (
    values: JsonObject,
    how: Record<string, BulkOperation>,
  ): Promise<FieldErrors | undefined> => {
    const failures = await editing.run(all, values, how);
    if (typeof failures === 'string') return { '': failures };
    if (Object.keys(failures).length > 0) setFailed(failures);
    else onClose(true);
    return undefined;
  };
  return (
    <Dialog
      open
      // A click on the backdrop must not discard input.
      onClose={(_, reason) => (busy || reason === 'backdropClick' ? undefined : onClose(false))}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{t('Edit %{count}', { count: countLabel(model, all.length) })}</DialogTitle>
      <DialogContent>
        <FieldChoice
          {...{ model, begin: initialFields, busy }}
          onSave={save}
          renderFooter={(isChosen) => (
            <>
              {editing.progress && (
                <Box sx={{ my: 1 }}>
                  <LinearProgress
                    variant="determinate"
                    aria-label={t('Progress of the change')}
                    value={(editing.progress.done / editing.progress.total) * 100}
                  />
                  <Typography variant="caption" role="status">
                    {t('%{done} of %{total}', {
                      done: formatNumber(editing.progress.done),
                      total: formatNumber(editing.progress.total),
                    })}
                  </Typography>
                </Box>
              )}
              <DialogActions sx={{ p: 0, pt: 1.5, mt: 2 }}>
                {busy ? (
                  <Button onClick={editing.stop}>{t('Stop')}</Button>
                ) : (
                  <Button onClick={() => onClose(false)}>{t('Cancel')}</Button>
                )}
                <Button type="submit" variant="contained" loading={busy} disabled={!isChosen}>
                  {t('Save %{count}', { count: countLabel(model, all.length) })}
                </Button>
              </DialogActions>
            </>
          )}
        />
      </DialogContent>
    </Dialog>
  );
};

interface FieldChoiceProps {
  model: ConsoleEntity;
  begin: string[];
  busy: boolean;
  onSave: (values: JsonObject, how: Record<string, BulkOperation>) => Promise<FieldErrors | undefined>;
  /** Rendered below the fields. @param isChosen whether any field is chosen */
  renderFooter: (isChosen: boolean) => ReactNode;
}

const FieldChoice = ({ model, begin, busy, onSave, renderFooter }: FieldChoiceProps) => {
  const access = useFormAccess();
  const validator = useFormValidator(model.name);
  const form = useRef<RecordFormHandle>(null);
  const typed = useRef<JsonObject>({});
  const editable = useMemo(() => findBulkEditableFields(model, access.can ?? (() => true)), [model, access]);
  const [how, setHow] = useState<Record<string, BulkOperation>>(() =>
    Object.fromEntries(
      editable
        .filter(({ name }) => begin.includes(name))
        .map((field) => [field.name, getDefaultOperation(field)]),
    ),
  );
  const chosen = editable.filter(({ name }) => name in how);
  const change = (next: Record<string, BulkOperation>): void => {
    typed.current = { ...typed.current, ...form.current?.values() };
    setHow(next);
  };
  const toggle = (field: FieldModel): void => {
    const { [field.name]: was, ...others } = how;
    change(was === undefined ? { ...others, [field.name]: getDefaultOperation(field) } : others);
  };
  const source = { fields: chosen.map((field) => withoutRecordRules(field, how[field.name] ?? 'set')) };
  const key = JSON.stringify(how);
  return (
    <>
      <Box component="fieldset" disabled={busy} sx={{ border: 0, p: 0, m: 0, mb: 2 }}>
        <Typography component="legend" variant="body2" color="textSecondary" sx={{ p: 0 }}>
          {t('Choose the fields to change. The others stay the same.')}
        </Typography>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))', mt: 1 }}>
          {editable.map((field) => (
            <FormControlLabel
              key={field.name}
              label={field.title}
              sx={{ ml: '-7px' }}
              control={<Checkbox size="small" checked={field.name in how} onChange={() => toggle(field)} />}
            />
          ))}
        </Box>
      </Box>
      {chosen.filter(isListField).map((field) => (
        <TextField
          key={field.name}
          select
          size="small"
          label={t('What to do with %{title}', { title: field.title })}
          value={how[field.name]}
          disabled={busy}
          sx={{ minWidth: 240, mb: 2, mr: 1 }}
          onChange={(event) => change({ ...how, [field.name]: event.target.value as BulkOperation })}
        >
          <MenuItem value="add">{t('Add these')}</MenuItem>
          <MenuItem value="remove">{t('Remove these')}</MenuItem>
          <MenuItem value="set">{t('Replace all with these')}</MenuItem>
        </TextField>
      ))}
      {validator && chosen.length > 0 && (
        <RecordForm
          key={key}
          ref={form}
          model={source}
          validator={limitValidatorToFields(validator, chosen)}
          record={pickValues(typed.current, chosen)}
          mode="edit"
          {...access}
          onSave={(values) => onSave(values, how)}
        >
          {renderFooter(true)}
        </RecordForm>
      )}
      {!(validator && chosen.length > 0) && renderFooter(false)}
    </>
  );
};

const getDefaultOperation = (field: FieldModel): BulkOperation => (isListField(field) ? 'add' : 'set');

const pickValues = (values: JsonObject, fields: FieldModel[]): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields.some((field) => field.name === name)));
