import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useGetList } from 'react-admin';
import { useState } from 'react';
import { MAX_SEARCH } from '../../../schemas/model/listCalls.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useDebouncedText } from '../../resources/fields/shared/useDebouncedText.ts';
import { useComboboxEnter } from '../../resources/fields/shared/useComboboxEnter.ts';

const PAGE = 10;

export type ChosenChannel = EntityRecord & { name?: string };

interface ChannelPickerProps {
  chosen: ChosenChannel[];
  onChange: (channels: ChosenChannel[]) => void;
}

/** Some channels, or none for all of them. */
export const ChannelPicker = ({ chosen, onChange }: ChannelPickerProps) => {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const keyword = useDebouncedText(typed.trim());
  const { data: channels = [], isFetching } = useGetList<ChosenChannel>('channel', {
    pagination: { page: 1, perPage: PAGE },
    sort: { field: 'name', order: 'ASC' },
    filter: keyword ? { q: keyword } : {},
  });
  const nameOf = ({ name, id }: ChosenChannel): string => name ?? id;
  const onEnter = useComboboxEnter({
    typed,
    options: channels,
    titleOf: nameOf,
    isTaken: ({ id }) => chosen.some((one) => one.id === id),
    isBehind: isFetching || typed.trim() !== keyword,
    take: (channel) => {
      onChange([...chosen, channel]);
      setTyped('');
    },
    open: () => setOpen(true),
  });
  return (
    <Autocomplete<ChosenChannel, true>
      multiple
      size="small"
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={channels}
      loading={isFetching}
      value={chosen}
      onChange={(_, value) => onChange(value)}
      inputValue={typed}
      onInputChange={(_, text, why) => {
        if (why !== 'reset') setTyped(text);
      }}
      {...onEnter}
      filterOptions={(options) => options}
      filterSelectedOptions
      getOptionKey={({ id }) => id}
      getOptionLabel={nameOf}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      slotProps={{ listbox: { sx: { maxHeight: 400 } } }}
      sx={{ '& .MuiAutocomplete-inputRoot': { maxHeight: 150, overflowY: 'auto' } }}
      renderInput={(params) => (
        <TextField
          {...params}
          id="report-channels"
          placeholder={chosen.length === 0 ? 'All channels' : undefined}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength: MAX_SEARCH },
          }}
        />
      )}
    />
  );
};
