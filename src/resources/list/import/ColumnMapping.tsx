import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ImportState } from './useImport.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const NOT_IMPORTED = '';

/** Maps the file's columns to fields. */
export const ColumnMapping = ({ importing }: { importing: ImportState }) => {
  const { file, mapping, missing, map } = importing;
  if (!file) return null;
  return (
    <Box component="section" aria-label={t('Columns')}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
          gap: 1.5,
          pt: 1,
        }}
      >
        {file.head.map((title, at) => {
          const samples = file.samples.flatMap((row) => row[at] || []);
          return (
            // Titles may occur twice in a file.
            <Box key={`${at} ${title}`} sx={{ minWidth: 0 }}>
              <TextField
                select
                fullWidth
                size="small"
                label={title || t('Column %{at}', { at: at + 1 })}
                value={mapping[at] ?? NOT_IMPORTED}
                slotProps={{ select: { displayEmpty: true } }}
                onChange={({ target }) => map(at, target.value === NOT_IMPORTED ? null : target.value)}
              >
                <MenuItem value={NOT_IMPORTED}>{t('Left out')}</MenuItem>
                {file.columns.map((column) => (
                  <MenuItem key={column.name} value={column.name}>
                    {column.title}
                  </MenuItem>
                ))}
              </TextField>
              <Typography variant="caption" color="textSecondary" noWrap component="p" sx={{ px: 0.5 }}>
                {samples.join(' · ') || '–'}
              </Typography>
            </Box>
          );
        })}
      </Box>
      {missing.length > 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {t('Choose the column that holds %{missing}: it says which record a row is about.', {
            missing: missing.map(({ title }) => title).join(t(' and ')),
          })}
        </Alert>
      )}
    </Box>
  );
};
