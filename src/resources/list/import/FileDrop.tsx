import { useRef, useState } from 'react';
import UploadFile from '@mui/icons-material/UploadFile';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { CsvInput } from './CsvInput.tsx';
import type { ImportState } from './useImport.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Drop zone and file chooser of an import, with the upload's progress and error. */
export const FileDrop = ({ importing }: { importing: ImportState }) => {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { uploadProgress, error, choose, formats } = importing;
  const labels = formats.map(({ label }) => label);
  const chooseFirst = (files: FileList | null): void => {
    const [file] = files ?? [];
    if (file) void choose(file);
  };
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        chooseFirst(event.dataTransfer.files);
      }}
      sx={{
        ...{
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'center',
          gap: 1.5,
          p: 5,
          textAlign: 'center',
        },
        ...{ border: '1px dashed', borderColor: isOver ? 'primary.main' : 'var(--field)', borderRadius: 2 },
        bgcolor: isOver ? 'action.hover' : undefined,
      }}
    >
      <UploadFile color="action" />
      <Typography variant="body2">
        {t('Drop a CSV file here or choose one. The first row must name the columns. Up to 5 MB.')}
      </Typography>
      {labels.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('Or bring an export of another program: %{labels}. Put a folder into a ZIP file first.', {
            labels: labels.join(t(', ')),
          })}
        </Typography>
      )}
      <Button
        variant="outlined"
        loading={uploadProgress !== undefined}
        onClick={() => input.current?.click()}
      >
        {t('Choose a file')}
      </Button>
      <CsvInput
        input={input}
        extensions={[...new Set(formats.flatMap(({ reads }) => reads))]}
        onFile={(file) => void choose(file)}
      />
      {uploadProgress !== undefined && (
        <LinearProgress
          variant={uploadProgress < 1 ? 'determinate' : 'indeterminate'}
          value={uploadProgress * 100}
          aria-label={t('Progress of the upload')}
          sx={{ alignSelf: 'stretch' }}
        />
      )}
      {error && (
        <Alert severity="error" sx={{ alignSelf: 'stretch', textAlign: 'left' }}>
          {error}
        </Alert>
      )}
    </Box>
  );
};
