import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type { FilterProps } from '../../fieldKit/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Filters by a range of numbers, open at one end or not. */
export const RangeFilter = ({ value, onChange }: FilterProps) => {
  const [from, setFrom] = useState(value.gte?.[0] ?? '');
  const [to, setTo] = useState(value.lte?.[0] ?? '');
  const isReversed = from !== '' && to !== '' && Number(to) < Number(from);
  return (
    <Stack
      component="form"
      spacing={1.5}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReversed) onChange({ ...(from && { gte: [from] }), ...(to && { lte: [to] }) });
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
        error={isReversed}
        helperText={isReversed ? t('The end lies before the start') : undefined}
        onChange={(event) => setTo(event.target.value)}
        slotProps={{ htmlInput: { step: 'any' } }}
      />
      <Button type="submit" variant="contained" disabled={isReversed}>
        {t('Apply')}
      </Button>
    </Stack>
  );
};
