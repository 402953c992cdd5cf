import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useGetList } from 'ra-core';
import { useEffect, useState } from 'react';
import type { EntityRecord } from '../../../schemas/model/types.ts';

const SEARCH_DELAY = 400;
const PAGE = 10;

export type ChosenChannel = EntityRecord & { name?: string };

interface ChannelPickerProps {
  chosen: ChosenChannel[];
  onChange: (channels: ChosenChannel[]) => void;
}

/** Some channels, or none for all of them. */
export const ChannelPicker = ({ chosen, onChange }: ChannelPickerProps) => {
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), SEARCH_DELAY);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data: channels = [], isFetching } = useGetList<ChosenChannel>('channel', {
    pagination: { page: 1, perPage: PAGE },
    sort: { field: 'name', order: 'ASC' },
    filter: keyword ? { q: keyword } : {},
  });
  return (
    <Autocomplete<ChosenChannel, true>
      multiple
      size="small"
      options={channels}
      loading={isFetching}
      value={chosen}
      onChange={(_, value) => onChange(value)}
      onInputChange={(_, text, why) => {
        if (why !== 'blur') setTyped(text);
      }}
      filterOptions={(options) => options}
      filterSelectedOptions
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name, id }) => name ?? id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      slotProps={{ listbox: { sx: { maxHeight: 400 } } }}
      sx={{ '& .MuiAutocomplete-inputRoot': { maxHeight: 150, overflowY: 'auto' } }}
      renderInput={(params) => (
        <TextField
          {...params}
          id="report-channels"
          placeholder={chosen.length === 0 ? 'All channels' : undefined}
        />
      )}
    />
  );
};
