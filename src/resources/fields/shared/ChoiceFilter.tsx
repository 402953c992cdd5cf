import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import type { Choice } from '../../../../schemas/model/types.ts';
import type { FilterProps } from '../types.ts';
import { Badge } from './Badge.tsx';

/** One or several of the choices. */
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
    <FormGroup aria-label={field.title} role="group" sx={{ maxHeight: 320, flexWrap: 'nowrap', overflow: 'auto' }}>
      {choices.map((choice, index) => (
        <FormControlLabel
          key={String(choice.value)}
          label={choice.tone ? <Badge tone={choice.tone}>{choice.label}</Badge> : choice.label}
          control={
            <Checkbox
              size="small"
              autoFocus={index === 0}
              checked={chosen.includes(String(choice.value))}
              onChange={() => toggle(String(choice.value))}
            />
          }
        />
      ))}
    </FormGroup>
  );
};
