import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { Choice } from '../../../../schemas/model/types.ts';
import type { FilterProps } from '../../fieldKit/types.ts';
import { Badge } from './Badge.tsx';

const group = {
  m: 0,
  p: 0,
  pl: 1.5,
  border: 0,
  minWidth: 0,
  maxHeight: 320,
  overflow: 'auto',
  display: 'flex',
  flexDirection: 'column',
};

export const ChoiceFilter = ({
  field,
  value,
  onChange,
  choices = field.choices ?? [],
}: FilterProps & { choices?: Choice[] }) => {
  const chosen = value[''] ?? [];
  const toggle = (choice: string) =>
    onChange({
      '': chosen.includes(choice) ? chosen.filter((one) => one !== choice) : [...chosen, choice],
    });
  return (
    <Box component="fieldset" aria-label={field.title} sx={group}>
      {choices.map((choice) => (
        <FormControlLabel
          key={String(choice.value)}
          label={choice.tone ? <Badge tone={choice.tone}>{choice.label}</Badge> : choice.label}
          control={
            <Checkbox
              size="small"
              checked={chosen.includes(String(choice.value))}
              onChange={() => toggle(String(choice.value))}
            />
          }
        />
      ))}
    </Box>
  );
};
