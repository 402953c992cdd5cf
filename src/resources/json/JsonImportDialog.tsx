import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useId, useRef } from 'react';
import { countLabel, entityLabel } from '../entityLabels.ts';
import type { ConsoleEntity } from '../product.ts';
import { type ImportedRecord, useJsonImport } from './useJsonImport.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': { padding: '8px 0', ...TEXT.small },
  '& > li + li': { borderTop: '1px solid var(--line)' },
  '& b': { fontWeight: 500, overflowWrap: 'anywhere' },
  '& span': { color: 'var(--ink-3)', marginLeft: 8 },
  '& p': { margin: 0, ...TEXT.caption, color: 'var(--danger)', overflowWrap: 'anywhere' },
});
const VERDICT_LABELS: Record<ImportedRecord['verdict'], string> = {
  create: t('To add'),
  change: t('To change'),
  refused: t('Left out'),
  done: t('Brought in'),
};

/** Imports records from a JSON file, after a preview of each. */
export function JsonImportDialog({ model, onClose }: { model: ConsoleEntity; onClose: () => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { records, error, isReading, done, choose, apply } = useJsonImport(model);
  const queries = useQueryClient();
  const notify = useNotify();
  const importCount =
    records?.filter(({ verdict }) => verdict === 'create' || verdict === 'change').length ?? 0;
  const isRunning = done !== undefined;
  const runImport = async (): Promise<void> => {
    const stored = await apply();
    await queries.invalidateQueries({ queryKey: [model.name] });
    notify(t('%{count} imported', { count: countLabel(model, stored) }), {
      type: stored > 0 ? 'success' : 'warning',
    });
    if (stored === records?.length) onClose();
  };
  return (
    <Dialog open onClose={isRunning ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('Import %{noun}', { noun: entityLabel(model, 0) })}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        {records ? (
          <List aria-label={t('Preview')}>
            {records.map((one, index) => (
              <li key={index}>
                <b>{one.title}</b>
                <span>{VERDICT_LABELS[one.verdict]}</span>
                {one.reasons.slice(0, 5).map((reason) => (
                  <p key={reason}>{reason}</p>
                ))}
              </li>
            ))}
          </List>
        ) : (
          <>
            <p style={{ margin: 0, fontSize: 14 }}>
              {t(
                'A JSON file from Export, up to 500 records and 5 MB. You see a preview before anything is saved.',
              )}
            </p>
            <Button
              variant="outlined"
              loading={isReading}
              onClick={() => input.current?.click()}
              sx={{ alignSelf: 'start' }}
            >
              {t('Choose a file')}
            </Button>
          </>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept=".json,application/json"
          aria-label={t('JSON file')}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) void choose(file);
            event.target.value = '';
          }}
        />
        {error === undefined ? null : <Alert severity="error">{error}</Alert>}
        {isRunning ? (
          <LinearProgress
            variant="determinate"
            value={(done / Math.max(1, records?.length ?? 1)) * 100}
            aria-label={t('Progress of the import')}
          />
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button disabled={isRunning} onClick={onClose}>
          {records && importCount === 0 ? t('Close') : t('Cancel')}
        </Button>
        {importCount > 0 ? (
          <Button variant="contained" loading={isRunning} onClick={() => void runImport()}>
            {t('Import %{count}', { count: countLabel(model, importCount) })}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}
