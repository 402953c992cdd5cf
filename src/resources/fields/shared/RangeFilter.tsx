import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type { FilterProps } from '../../fieldKit/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Numbers from, to or both. An end before its start is refused where it is typed. */
export const RangeFilter = ({ value, onChange }: FilterProps) => {
  const [from, setFrom] = useState(value.gte?.[0] ?? '');
  const [to, setTo] = useState(value.lte?.[0] ?? '');
  const wrong = from !== '' && to !== '' && Number(to) < Number(from);
  return (
    <Stack
      component="form"
      spacing={1.5}
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong) onChange({ ...(from && { gte: [from] }), ...(to && { lte: [to] }) });
      }}
    >
      <TextField
        type="number"
        label={t('At least')}
        value={from}
        onChange={(event) => setFrom(event.target.value)}
        slotProps={{ htmlInput: { step: 'any' } }}
      />
      <TextField
        type="number"
        label={t('At most')}
        value={to}
        error={wrong}
        helperText={wrong ? t('The end lies before the start') : undefined}
        onChange={(event) => setTo(event.target.value)}
        slotProps={{ htmlInput: { step: 'any' } }}
      />
      <Button type="submit" variant="contained" disabled={wrong}>
        {t('Apply')}
      </Button>
    </Stack>
  );
};
