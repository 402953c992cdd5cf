import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Importing } from './useImport.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const LEFT_OUT = '';

/** Which column of the file is which field. */
export const ColumnMapping = ({ importing }: { importing: Importing }) => {
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
            // A file may have two columns of one title.
            <Box key={`${at} ${title}`} sx={{ minWidth: 0 }}>
              <TextField
                select
                fullWidth
                size="small"
                label={title || t('Column %{at}', { at: at + 1 })}
                value={mapping[at] ?? LEFT_OUT}
                slotProps={{ select: { displayEmpty: true } }}
                onChange={({ target }) => map(at, target.value === LEFT_OUT ? null : target.value)}
              >
                <MenuItem value={LEFT_OUT}>{t('Left out')}</MenuItem>
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
