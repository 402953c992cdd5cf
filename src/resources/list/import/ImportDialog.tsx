import { useEffect, useId, useState } from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useNotify } from 'react-admin';
import type { ImportOutcome } from '../../../dataProvider/importExportCalls.ts';
import { useMay } from '../../../authProvider/AccessContext.ts';
import { messageOf } from '../../changes/failures.ts';
import { entityLabel } from '../../entityLabels.ts';
import { formatNumber } from '../../format.ts';
import { entityByName, type ConsoleEntity } from '../../product.ts';
import { ColumnMapping } from './ColumnMapping.tsx';
import { FileDrop } from './FileDrop.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import { useImport, countOutcomes, type ImportState } from './useImport.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { PHONE } from '../../../theme/tokens.ts';

interface ImportDialogProps {
  model: ConsoleEntity;
  /** A file to import right away. */
  initialFile?: File;
  onClose: () => void;
}

/** Imports a file: choose it, map its columns, preview every row, then apply as a job. */
export const ImportDialog = ({ model, initialFile, onClose }: ImportDialogProps) => {
  const id = useId();
  const importing = useImport(model);
  const { file, preview } = importing;
  const [isApplying, setApplying] = useState(false);
  const [other, setOther] = useState<ConsoleEntity>();
  const { choose } = importing;
  useEffect(() => {
    if (initialFile) void choose(initialFile);
  }, [initialFile, choose]);
  const isPhone = useMediaQuery(PHONE);
  const notify = useNotify();
  const { create, change } = countOutcomes(preview.judgements);
  const importCount = create + change;

  const apply = async (): Promise<void> => {
    setApplying(true);
    try {
      await importing.apply();
      notify(
        t('Importing %{wanted} rows. Follow the progress in your jobs.', {
          wanted: formatNumber(importCount),
        }),
        {
          type: 'info',
        },
      );
      onClose();
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
      setApplying(false);
    }
  };
  return (
    <Dialog
      open
      // A click on the backdrop must not discard the mapping.
      onClose={(_, reason) => (isApplying || (reason === 'backdropClick' && file) ? undefined : onClose())}
      maxWidth={file ? 'lg' : 'sm'}
      fullWidth
      fullScreen={isPhone}
      aria-labelledby={id}
    >
      <DialogTitle id={id}>
        {t('Import %{noun}', { noun: entityLabel(model, 0) })}

        {file && (
          <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 1.5 }}>
            {file.name}, {file.format && `${file.format}, `}
            {formatNumber(file.rows)} {file.rows === 1 ? t('row') : t('rows')}
          </Typography>
        )}
      </DialogTitle>
      <DialogContent>
        {file ? (
          <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
            {file.notes && file.notes.length > 0 && (
              <FileNotes notes={file.notes} also={initialFile ? [] : file.also} onAlso={setOther} />
            )}
            {/* Other import formats have fixed columns. */}
            {!file.format && <ColumnMapping importing={importing} />}
            {importing.missing.length === 0 && <ImportPreview importing={importing} />}
          </Box>
        ) : (
          <FileDrop importing={importing} />
        )}
      </DialogContent>
      {other && (
        <ImportDialog model={other} initialFile={importing.sourceFile} onClose={() => setOther(undefined)} />
      )}
      <DialogActions>
        {file && (
          <Button disabled={isApplying} onClick={importing.reset} sx={{ mr: 'auto' }}>
            {t('Another file')}
          </Button>
        )}
        <Button disabled={isApplying} onClick={onClose}>
          {t('Cancel')}
        </Button>
        {file && (
          <Button
            variant="contained"
            loading={isApplying}
            disabled={!preview.isDone || importCount === 0}
            onClick={() => void apply()}
          >
            {preview.isDone && importCount > 0
              ? t('Import %{wanted} rows', { wanted: formatNumber(importCount) })
              : t('Import')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};

/** Notes of an import format about the whole file, with imports of other entities from it. */
const FileNotes = ({
  notes,
  also: otherEntities = [],
  onAlso,
}: {
  notes: string[];
  also?: string[];
  onAlso: (model: ConsoleEntity) => void;
}) => {
  const may = useMay();
  const others = otherEntities.filter((name) => may(name, 'create')).map(entityByName);
  return (
    <Alert severity="info" role="note" aria-label={t('About this file')}>
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </Box>
      {others.map((model) => (
        <Button
          key={model.name}
          size="small"
          variant="outlined"
          color="inherit"
          sx={{ mt: 1 }}
          onClick={() => onAlso(model)}
        >
          {t('Import %{noun}', { noun: entityLabel(model, 0).toLowerCase() })}
        </Button>
      ))}
    </Alert>
  );
};

const TABS: { value: ImportOutcome; label: string }[] = [
  { value: 'create', label: t('To add') },
  { value: 'change', label: t('To change') },
  { value: 'unchanged', label: t('Unchanged') },
  { value: 'refused', label: t('Left out') },
];

const ImportPreview = ({ importing }: { importing: ImportState }) => {
  const { preview, file } = importing;
  const [shown, setShown] = useState<ImportOutcome | 'all'>('all');
  const counts = countOutcomes(preview.judgements);
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0);
  const judgements =
    shown === 'all' ? preview.judgements : preview.judgements.filter(({ verdict }) => verdict === shown);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('Rows shown')}
          value={shown}
          sx={{
            display: 'inline-flex',
            maxWidth: '100%',
            overflowX: 'auto',
            '& button': { flex: 'none', whiteSpace: 'nowrap' },
          }}
          onChange={(_, value: ImportOutcome | 'all' | null) => setShown(value ?? 'all')}
        >
          <ToggleButton value="all">{t('All rows %{all}', { all: formatNumber(all) })}</ToggleButton>
          {TABS.map(({ value, label }) => (
            <ToggleButton key={value} value={value}>
              {label} {formatNumber(counts[value])}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Typography variant="body2" color="textSecondary" role="status">
          {preview.isDone
            ? file?.format
              ? t('Nothing is saved yet.')
              : t('Nothing is saved yet. An empty cell clears the field of an existing record.')
            : t('%{all} of %{rows} rows checked', {
                all: formatNumber(all),
                rows: formatNumber(file?.rows ?? 0),
              })}
        </Typography>
      </Box>
      {!preview.isDone && !preview.error && (
        <LinearProgress
          variant={preview.records ? 'determinate' : 'indeterminate'}
          value={preview.records ? (preview.judgements.length / preview.records) * 100 : undefined}
          aria-label={t('Progress of the preview')}
        />
      )}
      {preview.error && <Alert severity="error">{preview.error}</Alert>}
      <PreviewTable key={shown} importing={importing} judgements={judgements} />
    </>
  );
};
