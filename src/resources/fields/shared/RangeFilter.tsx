import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type { FilterProps } from '../types.ts';

interface RangeFilterProps extends FilterProps {
  type: 'number' | 'date';
  labels: [from: string, to: string];
  /** What the query needs for what was typed; the end of a range may differ from its start. */
  encode?: (text: string, end: 'gte' | 'lte') => string;
  decode?: (stored: string) => string;
}

const same = (text: string): string => text;

/** From, to or both. An end before its start is refused where it is typed. */
export const RangeFilter = ({
  value,
  onChange,
  type,
  labels,
  encode = same,
  decode = same,
}: RangeFilterProps) => {
  const [from, setFrom] = useState(value.gte?.[0] ? decode(value.gte[0]) : '');
  const [to, setTo] = useState(value.lte?.[0] ? decode(value.lte[0]) : '');
  const wrong = from !== '' && to !== '' && (type === 'number' ? Number(to) < Number(from) : to < from);
  return (
    <Stack
      component="form"
      spacing={1.5}
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong) return;
        onChange({
          ...(from && { gte: [encode(from, 'gte')] }),
          ...(to && { lte: [encode(to, 'lte')] }),
        });
      }}
    >
      <TextField
        size="small"
        type={type}
        label={labels[0]}
        value={from}
        onChange={(event) => setFrom(event.target.value)}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { step: 'any' } }}
      />
      <TextField
        size="small"
        type={type}
        label={labels[1]}
        value={to}
        error={wrong}
        helperText={wrong ? 'The end lies before the start' : undefined}
        onChange={(event) => setTo(event.target.value)}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { step: 'any' } }}
      />
      <Button type="submit" variant="contained" disabled={wrong}>
        Apply
      </Button>
    </Stack>
  );
};
