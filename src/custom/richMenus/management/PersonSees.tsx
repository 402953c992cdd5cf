import Autocomplete from '@mui/material/Autocomplete';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useGetList } from 'react-admin';
import { useState } from 'react';
import { MAX_SEARCH } from '../../../../schemas/model/listCalls.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { useMay } from '../../../authProvider/AccessContext.ts';
import type { ChannelMenu } from '../../../dataProvider/channelMenuVerbs.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { workspaceTime } from '../../../resources/clock.ts';
import { reasonText } from './reasonText.ts';
import { useDebouncedText } from '../../../resources/fields/shared/useDebouncedText.ts';

const PEOPLE = 10;

const Part = styled('section')({
  maxWidth: 480,
  marginTop: 32,
  '& h2': { margin: '0 0 12px', fontSize: 16, lineHeight: '24px', fontWeight: 600 },
});
const Verdicts = styled('ol')({
  listStyle: 'none',
  margin: '12px 0 0',
  padding: 0,
  '& li': {
    padding: '8px 12px',
    borderTop: '1px solid var(--line)',
    fontSize: 12,
    lineHeight: '18px',
    color: 'var(--ink-3)',
  },
  '& li:first-of-type': { borderTop: 0 },
  '& li[data-wins]': { borderRadius: 6, background: 'var(--accent-soft)' },
  '& b': { display: 'block', fontSize: 13, lineHeight: '20px', fontWeight: 500, color: 'var(--ink)' },
});

interface PersonSeesProps {
  channel: string;
  /** Menus that may be seen. */
  menus: ChannelMenu[];
  /** A time to come, ISO 8601, for which it may be asked too. */
  at?: string;
}

type Person = EntityRecord & { displayName?: string };

/** Which menu a person sees now, and why. */
export function PersonSees({ channel, menus, at }: PersonSeesProps) {
  const [isLater, setLater] = useState(false);
  const asked = isLater ? at : undefined;
  const may = useMay();
  const provider = useDataProvider<ConsoleDataProvider>();
  const [person, setPerson] = useState<Person | null>(null);
  const [typed, setTyped] = useState('');
  const keyword = useDebouncedText(typed.trim());
  const isShown = menus.length > 0 && may('profile', 'list');
  const { data: people = [], isFetching } = useGetList<Person>(
    'profile',
    {
      pagination: { page: 1, perPage: PEOPLE },
      sort: { field: 'lastSeen', order: 'DESC' },
      filter: { channel, ...(keyword && { q: keyword }) },
    },
    { enabled: isShown },
  );
  const { data: told } = useQuery({
    queryKey: ['channel menus', 'resolved', channel, person?.id, asked],
    queryFn: ({ signal }) => provider.resolveMenu(channel, person?.id ?? '', asked, { signal }),
    enabled: person !== null,
  });
  if (!isShown) return null;
  return (
    <Part aria-labelledby="person-sees">
      <h2 id="person-sees">What a person sees, and why</h2>
      <Autocomplete<Person>
        size="small"
        options={people}
        loading={isFetching}
        value={person}
        onChange={(_, chosen) => setPerson(chosen)}
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
            label="Person"
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, maxLength: MAX_SEARCH },
            }}
          />
        )}
      />
      {at === undefined ? null : (
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="When"
          value={isLater}
          onChange={(_, later: boolean | null) => {
            if (later !== null) setLater(later);
          }}
          sx={{ mt: 1 }}
        >
          <ToggleButton value={false}>Now</ToggleButton>
          <ToggleButton value={true}>{workspaceTime(at)}</ToggleButton>
        </ToggleButtonGroup>
      )}
      {told && person ? (
        <Verdicts aria-label={`What ${person.displayName ?? 'the person'} sees`}>
          {told.verdicts.map(({ id, reason }) => {
            const menu = menus.find((one) => one.id === id);
            return menu ? (
              <li key={id} data-wins={reason === 'wins' || undefined}>
                <b>{menu.richmenu.name}</b>
                {reasonText(menu, reason)}
              </li>
            ) : null;
          })}
        </Verdicts>
      ) : null}
    </Part>
  );
}
