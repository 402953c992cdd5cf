import Autocomplete, { type AutocompleteRenderInputParams } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { MAX_SEARCH_UNITS } from '../../../schemas/model/listCalls.ts';
import { ChannelMark } from '../../channels/ChannelMark.tsx';
import type { FilterOption, FilterOptionsPath } from '../../dataProvider/dashboardVerbs.ts';
import { useChosenOptions, useFilterOptions } from './useFilterOptions.ts';
import { useDebouncedText } from '../../resources/fields/shared/useDebouncedText.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Largest heights of the list and of the chosen options, in pixels (docs/product.md). */
const MAX_LIST_HEIGHT_PX = 400;
const MAX_CHOSEN_HEIGHT_PX = 150;

interface AsyncFilterSelectProps {
  path: FilterOptionsPath;
  label: string;
  /** Shown while nothing is chosen. */
  placeholder: string;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** Whether at most one can be chosen. */
  single?: boolean;
  width: number;
}

/** Select with options from the services: searched there, ten at a time, more at the end of the list. */
export const AsyncFilterSelect = (props: AsyncFilterSelectProps) => {
  const { path, label, placeholder, value, onChange, single = false, width } = props;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const keyword = useDebouncedText(typed.trim());
  const { rows, error, isPending, hasMore, loadMore } = useFilterOptions(path, keyword, open);
  const chosen = useChosenOptions(path, value, rows);
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
    // The services have already filtered.
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
        style: { maxHeight: MAX_LIST_HEIGHT_PX },
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
      '& .MuiAutocomplete-inputRoot': { maxHeight: MAX_CHOSEN_HEIGHT_PX, overflowY: 'auto' },
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
