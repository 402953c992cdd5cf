import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useState } from 'react';
import { useMay } from '../../../authProvider/AccessContext.ts';
import type { ChannelMenu } from '../../../dataProvider/channelMenuVerbs.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { workspaceTime } from '../../../resources/clock.ts';
import { RecordPicker } from '../../../resources/fields/reference/RecordPicker.tsx';
import type { Person } from '../../usePerson.ts';
import { reasonText } from './reasonText.ts';
import { MENUS_KEY } from './useChannelMenus.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';
import { PHONE } from '../../../theme/tokens.ts';

const Section = styled('section')({
  maxWidth: 480,
  '& h2': { margin: '0 0 12px', ...TEXT.heading, fontWeight: 600 },
  // Where it ends a list it is one line, until somebody is chosen.
  '&[data-line]': {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 320px)',
    alignItems: 'center',
    gap: '0 16px',
    maxWidth: 'none',
    '& h2': { margin: 0, ...TEXT.small },
    '& ol': {
      ...{ gridColumn: '1 / -1', display: 'grid', gap: '0 8px' },
      gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
    },
    '& li': { borderTop: 0, borderRadius: 6 },
    [PHONE]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 },
  },
});
const ResolutionList = styled('ol')({
  listStyle: 'none',
  margin: '12px 0 0',
  padding: 0,
  '& li': {
    padding: '8px 12px',
    borderTop: '1px solid var(--line)',
    ...TEXT.caption,
    color: 'var(--ink-3)',
  },
  '& li:first-of-type': { borderTop: 0 },
  '& li[data-wins]': { borderRadius: 6, background: 'var(--accent-soft)' },
  '& b': { display: 'block', ...TEXT.small, fontWeight: 500, color: 'var(--ink)' },
});

interface MenuResolutionPanelProps {
  channel: string;
  /** Menus of the channel. */
  menus: ChannelMenu[];
  /** A future time, ISO 8601, that can be chosen instead of now. */
  at?: string;
  /** It ends a list. */
  inLine?: boolean;
}

/** Which menu a person sees, and why. */
export function MenuResolutionPanel({ channel, menus, at, inLine }: MenuResolutionPanelProps) {
  const [isLater, setLater] = useState(false);
  const resolvedAt = isLater ? at : undefined;
  const may = useMay();
  const provider = useDataProvider<ConsoleDataProvider>();
  const [person, setPerson] = useState<Person | null>(null);
  const isShown = menus.length > 0 && may('profile', 'list');
  const { data: resolution } = useQuery({
    queryKey: [MENUS_KEY, 'resolved', channel, person?.id, resolvedAt],
    queryFn: ({ signal }) => provider.resolveMenu(channel, person?.id ?? '', resolvedAt, { signal }),
    enabled: person !== null,
  });
  if (!isShown) return null;
  return (
    <Section aria-labelledby="person-sees" data-line={inLine || undefined}>
      <h2 id="person-sees">{t('What a person sees, and why')}</h2>
      <RecordPicker
        placeholder={t('Search a person…')}
        aria={{ 'aria-labelledby': 'person-sees' }}
        reference={{ entity: 'profile', create: false, where: { channel } }}
        chosen={person ? [person] : []}
        multiple={false}
        onChoose={([chosen]) => setPerson((chosen as Person | undefined) ?? null)}
      />
      {at === undefined ? null : (
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('When')}
          value={isLater}
          onChange={(_, later: boolean | null) => {
            if (later !== null) setLater(later);
          }}
          sx={{ mt: 1 }}
        >
          <ToggleButton value={false}>{t('Now')}</ToggleButton>
          <ToggleButton value={true}>{workspaceTime(at)}</ToggleButton>
        </ToggleButtonGroup>
      )}
      {resolution && person ? (
        <ResolutionList
          aria-label={t('What %{displayName} sees', { displayName: person.displayName ?? t('the person') })}
        >
          {resolution.verdicts.map(({ id, reason }) => {
            const menu = menus.find((one) => one.id === id);
            return menu ? (
              <li key={id} data-wins={reason === 'wins' || undefined}>
                <b>{menu.richmenu.name}</b>
                {reasonText(menu, reason)}
              </li>
            ) : null;
          })}
        </ResolutionList>
      ) : null}
    </Section>
  );
}
