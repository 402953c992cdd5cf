import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { MAX_SEARCH } from '../../../schemas/model/listCalls.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useDebouncedText } from '../../resources/fields/shared/useDebouncedText.ts';

/** People that are offered at once. */
const MAX_OFFERED = 10;

export type Person = EntityRecord & { displayName?: string };

interface Props {
  label: string;
  value: Person | null;
  onChange: (person: Person | null) => void;
  /** People of one channel; by default of all. */
  channel?: string | undefined;
  placeholder?: string;
}

/** Finds a person of the audience by name or id on the channel. */
export function PersonPicker({ label, value, onChange, channel, placeholder }: Props) {
  const [typed, setTyped] = useState('');
  const keyword = useDebouncedText(typed.trim());
  const { data: people = [], isFetching } = useGetList<Person>('profile', {
    pagination: { page: 1, perPage: MAX_OFFERED },
    sort: { field: 'lastSeen', order: 'DESC' },
    filter: { ...(channel !== undefined && { channel }), ...(keyword && { q: keyword }) },
  });
  return (
    <Autocomplete<Person>
      size="small"
      options={people}
      loading={isFetching}
      value={value}
      onChange={(_, chosen) => onChange(chosen)}
      onInputChange={(_, text, why) => {
        if (why === 'input') setTyped(text);
      }}
      filterOptions={(options) => options}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ displayName, id }) => displayName ?? id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          {...(placeholder !== undefined && { placeholder })}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength: MAX_SEARCH },
          }}
        />
      )}
    />
  );
}
