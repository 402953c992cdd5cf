import Autocomplete, { type AutocompleteRenderInputParams } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { MAX_SEARCH_UNITS } from '../../../schemas/model/listCalls.ts';
import { ChannelMark } from '../../channels/ChannelMark.tsx';
import type { FilterOption, FilterOptionsPath } from '../../dataProvider/dashboardVerbs.ts';
import { useChosen, useOffered } from './useOffered.ts';
import { useDebouncedText } from '../../resources/fields/shared/useDebouncedText.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Heights of the overlay and of what is chosen, in pixels (docs/product.md). */
const OVERLAY = 400;
const CHOSEN = 150;

interface OfferedSelectProps {
  path: FilterOptionsPath;
  label: string;
  /** What stands there while nothing is chosen. */
  placeholder: string;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** One at most. */
  single?: boolean;
  width: number;
}

/** Chooses from what the services offer by name: searched there, ten at a time, more when the end comes into sight. */
export const AsyncFilterSelect = (props: OfferedSelectProps) => {
  const { path, label, placeholder, value, onChange, single = false, width } = props;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const keyword = useDebouncedText(typed.trim());
  const { rows, error, isPending, hasMore, loadMore } = useOffered(path, keyword, open);
  const chosen = useChosen(path, value, rows);
  const shared = {
    open,
    onOpen: () => setOpen(true),
    onClose: () => {
      setOpen(false);
      setTyped('');
    },
    options: rows,
    loading: isPending || typed.trim() !== keyword,
    loadingText: t('Searching…'),
    noOptionsText: error ? t('This could not be loaded') : t('Nothing found'),
    // The services have searched.
    filterOptions: (all: FilterOption[]) => all,
    getOptionLabel: ({ name }: FilterOption) => name,
    getOptionKey: ({ id }: FilterOption) => id,
    isOptionEqualToValue: (one: FilterOption, other: FilterOption) => one.id === other.id,
    renderOption: (
      { key, ...attributes }: React.HTMLAttributes<HTMLLIElement> & { key: React.Key },
      option: FilterOption,
    ) => (
      <li key={key} {...attributes} style={{ gap: 8 }}>
        <ChannelMark type={option.type} />
        <span style={{ overflowWrap: 'anywhere' }}>{option.name}</span>
      </li>
    ),
    onHighlightChange: (_: unknown, option: FilterOption | null) => {
      if (hasMore && option && option.id === rows.at(-1)?.id) loadMore();
    },
    slotProps: {
      listbox: {
        style: { maxHeight: OVERLAY },
        onScroll: ({ currentTarget }: React.UIEvent<HTMLElement>) => {
          const left = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
          if (hasMore && left < 80) loadMore();
        },
      },
    },
    size: 'small' as const,
    sx: {
      width: { xs: 'auto', sm: width },
      flex: { xs: '1 1 160px', sm: 'none' },
      maxWidth: '100%',
      '& .MuiAutocomplete-inputRoot': { maxHeight: CHOSEN, overflowY: 'auto' },
    },
    renderInput: (params: AutocompleteRenderInputParams) => (
      <TextField
        {...params}
        placeholder={value.length === 0 ? placeholder : undefined}
        slotProps={{
          ...params.slotProps,
          htmlInput: { ...params.slotProps.htmlInput, 'aria-label': label, maxLength: MAX_SEARCH_UNITS },
        }}
      />
    ),
  };
  if (single)
    return (
      <Autocomplete<FilterOption>
        {...shared}
        value={chosen[0] ?? null}
        onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
        onChange={(_, option) => onChange(option ? [option.id] : [])}
      />
    );
  return (
    <Autocomplete<FilterOption, true>
      {...shared}
      multiple
      disableCloseOnSelect
      limitTags={1}
      value={chosen}
      inputValue={typed}
      onInputChange={(_, text, reason) => reason !== 'reset' && setTyped(text)}
      onChange={(_, options) => onChange(options.map(({ id }) => id))}
    />
  );
};
