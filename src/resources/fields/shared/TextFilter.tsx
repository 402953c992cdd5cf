import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { MAX_SEARCH_UNITS } from '../../../../schemas/model/listCalls.ts';
import type { FilterProps } from '../../fieldKit/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Filters by an exact text; parts of texts are found by the list's search. */
export const TextFilter = ({ field, value, onChange }: FilterProps) => {
  const [text, setText] = useState(value['']?.[0] ?? '');
  return (
    <Stack
      component="form"
      spacing={1.5}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim() ? { '': [text.trim()] } : {});
      }}
    >
      <TextField
        size="small"
        label={field.title}
        helperText={t('Is exactly')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_SEARCH_UNITS } }}
      />
      <Button type="submit" variant="contained">
        {t('Apply')}
      </Button>
    </Stack>
  );
};
