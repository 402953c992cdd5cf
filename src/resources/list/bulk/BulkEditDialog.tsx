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
  editableFields,
  withoutRecordRules,
  isListField,
  checkOfFields,
  type BulkOperation,
} from './editable.ts';
import { useBulkEdit, type Failed } from './useBulkEdit.ts';
import { t } from '../../../../schemas/texts/translate.ts';

interface BulkEditDialogProps {
  model: ConsoleEntity;
  /** Those that are loaded, for their titles. */
  records: ListRecord[];
  beyond: readonly SelectedRecord[];
  /** Fields that are chosen already. */
  begin?: string[];
  /** Hears whether anything was changed. */
  onClose: (changed: boolean) => void;
}

/** Changes chosen fields of all chosen records: a form of these fields alone. */
export const BulkEditDialog = ({ model, records, beyond, begin = [], onClose }: BulkEditDialogProps) => {
  const id = useId();
  const [failed, setFailed] = useState<Failed>();
  const all: readonly SelectedRecord[] = [...records, ...beyond];
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
    const left = await editing.run(all, values, how);
    if (typeof left === 'string') return { '': left };
    if (Object.keys(left).length > 0) setFailed(left);
    else onClose(true);
    return undefined;
  };
  return (
    <Dialog
      open
      // A click beside it must not cost what was typed.
      onClose={(_, reason) => (busy || reason === 'backdropClick' ? undefined : onClose(false))}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{t('Edit %{count}', { count: countLabel(model, all.length) })}</DialogTitle>
      <DialogContent>
        <FieldChoice
          {...{ model, begin, busy }}
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
  /** Stands below the fields. @param isChosen there is something to save */
  renderFooter: (isChosen: boolean) => ReactNode;
}

const FieldChoice = ({ model, begin, busy, onSave, renderFooter }: FieldChoiceProps) => {
  const person = useFormAccess();
  const validator = useFormValidator(model.name);
  const form = useRef<RecordFormHandle>(null);
  const typed = useRef<JsonObject>({});
  const offered = useMemo(() => editableFields(model, person.can ?? (() => true)), [model, person]);
  const [how, setHow] = useState<Record<string, BulkOperation>>(() =>
    Object.fromEntries(
      offered.filter(({ name }) => begin.includes(name)).map((field) => [field.name, firstWay(field)]),
    ),
  );
  const chosen = offered.filter(({ name }) => name in how);
  const change = (next: Record<string, BulkOperation>): void => {
    typed.current = { ...typed.current, ...form.current?.values() };
    setHow(next);
  };
  const toggle = (field: FieldModel): void => {
    const { [field.name]: was, ...others } = how;
    change(was === undefined ? { ...others, [field.name]: firstWay(field) } : others);
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
          {offered.map((field) => (
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
          validator={checkOfFields(validator, chosen)}
          record={ownOf(typed.current, chosen)}
          mode="edit"
          {...person}
          onSave={(values) => onSave(values, how)}
        >
          {renderFooter(true)}
        </RecordForm>
      )}
      {!(validator && chosen.length > 0) && renderFooter(false)}
    </>
  );
};

const firstWay = (field: FieldModel): BulkOperation => (isListField(field) ? 'add' : 'set');

const ownOf = (values: JsonObject, fields: FieldModel[]): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields.some((field) => field.name === name)));
