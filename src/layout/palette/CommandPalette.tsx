import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { MAX_SEARCH_UNITS } from '../../../schemas/model/listCalls.ts';
import { useDebouncedText } from '../../resources/fields/shared/useDebouncedText.ts';
import { isComposing } from '../../ui/isComposing.ts';
import { ResultList } from './ResultList.tsx';
import { useResults } from './useResults.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Opens screens and records by search: screens match at once, records of all readable entities after a moment. */
export const CommandPalette = ({ onClose }: { onClose: () => void }) => {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { groups, isSearching } = useResults(typed, useDebouncedText(typed));
  const results = groups.flatMap((group) => group.results);
  const [chosen, setChosen] = useState(0);
  const active = results[Math.min(chosen, results.length - 1)];

  const open = (path: string): void => {
    onClose();
    void navigate(path);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      setChosen((Math.min(chosen, results.length - 1) + step + results.length) % results.length);
    } else if (event.key === 'Enter' && active && !isComposing(event.nativeEvent)) {
      event.preventDefault();
      open(active.path);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': t('Search') } }}
      sx={{
        '& .MuiDialog-container': { alignItems: 'flex-start' },
        '& .MuiDialog-paper': { mt: { xs: 2, sm: '12vh' } },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          px: 2,
          height: 52,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Search fontSize="small" aria-hidden sx={{ color: 'text.secondary' }} />
        <InputBase
          fullWidth
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          placeholder={t('Search screens and records')}
          autoFocus
          inputProps={{
            role: 'combobox',
            'aria-label': t('Search screens and records'),
            'aria-expanded': true,
            'aria-controls': `${id}-results`,
            'aria-activedescendant': active ? `${id}-${active.id}` : undefined,
            'aria-autocomplete': 'list',
            autoComplete: 'off',
            spellCheck: false,
            maxLength: MAX_SEARCH_UNITS,
          }}
        />
      </Box>
      <ResultList
        id={id}
        groups={groups}
        active={active}
        onChoose={open}
        onPoint={(result) => setChosen(results.indexOf(result))}
      />
      <Box
        role="status"
        sx={{
          px: 2,
          py: 1,
          minHeight: 34,
          borderTop: 1,
          borderColor: 'divider',
          fontSize: 12,
          color: 'text.secondary',
        }}
      >
        {statusText(results.length, isSearching, typed)}
      </Box>
    </Dialog>
  );
};

const statusText = (count: number, isSearching: boolean, typed: string): string => {
  if (isSearching) return t('Searching…');
  if (count === 0) return t('Nothing found for “%{typed}”', { typed: typed.trim() });
  return t('%{count} %{noun} · ↑ ↓ to choose, Enter to open', {
    count,
    noun: count === 1 ? t('result') : t('results'),
  });
};
