import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { MAX_SEARCH_UNITS } from '../../../../schemas/model/listCalls.ts';
import type { Choice } from '../../../../schemas/model/types.ts';
import type { FilterProps } from '../../fieldKit/types.ts';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

interface SearchedChoicesProps extends FilterProps {
  label: string;
  text: string;
  onText: (text: string) => void;
  choices: Choice[];
  isPending: boolean;
  error?: Error | null;
}

/** A searchable check list of constant height. */
export const SearchedChoices = (props: SearchedChoicesProps) => {
  const { label, text, onText, choices, isPending, error, ...filter } = props;
  const isEmpty = !isPending && choices.length === 0;
  return (
    <Box sx={{ width: 280, maxWidth: '100%' }}>
      <TextField
        fullWidth
        type="search"
        placeholder={label}
        value={text}
        onChange={(event) => onText(event.target.value)}
        slotProps={{
          htmlInput: { 'aria-label': label, maxLength: MAX_SEARCH_UNITS },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search sx={{ fontSize: 18 }} />
              </InputAdornment>
            ),
          },
        }}
        sx={{ mb: 1 }}
      />
      <Box sx={{ height: 248, overflow: 'auto' }} aria-busy={isPending}>
        <ChoiceFilter {...filter} choices={choices} />
        {(error || isEmpty) && (
          <Typography variant="body2" component="output" color={error ? 'error' : 'text.secondary'}>
            {error ? error.message : t('Nothing found')}
          </Typography>
        )}
      </Box>
    </Box>
  );
};
