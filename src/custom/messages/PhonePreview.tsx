import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useMemo, useState } from 'react';
import { ChannelMark } from '../../channels/ChannelMark.tsx';
import { channelLabelOf } from '../../channels/registry.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { usePanelStatus } from '../../resources/fieldKit/panelStatus.ts';
import { useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';
import { useWholeRecord } from '../../resources/wholeRecord.ts';
import type { ColorScheme } from '../../theme/tokens.ts';
import type { Person } from '../usePerson.ts';
import { Phone } from './Phone.tsx';
import { PictureField } from './Picture.tsx';
import { channelOf, type OnChannel, pictureFieldOf, useAnswer } from './useAnswer.ts';
import { useFormChannel } from './useFormChannel.ts';
import { useSenderName } from './useSenderName.ts';
import { VerdictList } from './VerdictList.tsx';
import { VerdictSign } from './VerdictSign.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** What a Flex message may begin with. */
export const loadStarters = () => import('./flex/starters/index.tsx').then((module) => module.starterSet);

const PreviewPerson = lazyComponent(() => import('./PreviewPerson.tsx').then((module) => module.default), {
  silent: true,
});

/** From edge to edge of what it stands in. */
const Frame = styled('div')({
  margin: 'calc(-1 * var(--pad-top, 16px)) calc(-1 * var(--pad, 16px)) calc(-1 * var(--pad, 16px))',
  paddingBottom: 8,
});
const Stage = styled('div')({
  position: 'relative',
  padding: '16px 24px 0',
  '&[data-looked-at]': { padding: 0 },
  '[role=tablist] ~ &[data-looked-at], div:has([role=tablist]) ~ &[data-looked-at]': { paddingTop: 16 },
});
/** Above the phone, as wide as it is. */
const Bar = styled('div')({
  display: 'flex',
  justifyContent: 'flex-end',
  width: 304,
  maxWidth: '100%',
  margin: '0 auto 4px',
  '& > button': { margin: '-4px 0', color: 'var(--ink-3)' },
});
const Now = styled('p')({ margin: '12px 24px 0', ...TEXT.caption, color: 'var(--ink-3)' });
const Label = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  maxWidth: '100%',
  fontSize: 13,
  '& > *': { flexShrink: 0 },
  '& > .name': {
    flexShrink: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

/**
 * How the messages of the form arrive on each channel, with the last key: drawn from what the senders send, in the
 * channel's own colours, with what becomes of them below.
 * @param isLookedAt there is no form that a verdict could lead to
 */
export function PhonePreview({ isLookedAt = false }: { isLookedAt?: boolean }) {
  const { fields, reveal } = useLiveRecord();
  const [person, setPerson] = useState<Person | null>(null);
  // What is chosen may be a row of a list, which lacks custom fields.
  const { data: whole } = useWholeRecord<Person>('profile', person?.id ?? '');
  const { channels, isPersonal, empty, isTaken } = useAnswer(
    person && whole?.id === person.id ? whole : null,
  );
  const judged = channels.filter(useSends());
  const mayChoose = useMay()('profile', 'list');
  const [chosen, setChosen] = useState<string>();
  const [mode, setMode] = useState<ColorScheme>('light');
  const shown = channelOf(chosen, channels);
  const field = useMemo(() => pictureFieldOf(fields), [fields]);
  // Which channels there are to compare is the channel's to say that is still to be chosen.
  const isOpen = useFormChannel().isOpen && !isLookedAt;
  const told = JSON.stringify(
    (isOpen ? [] : judged).map(({ type, tone, text }) => ({ label: channelLabelOf(type), tone, text })),
  );
  usePanelStatus(useMemo(() => JSON.parse(told) as never[], [told]));
  const sender = useSenderName(shown?.type);
  if (!shown) return null;
  const isDark = mode === 'dark';
  const isBlank = shown.drawing.messages.length === 0 && shown.drawing.quickReplies.length === 0;
  return (
    <PictureField value={field}>
      <Frame>
        {isOpen || channels.length < 2 ? null : (
          <Tabs
            variant="fullWidth"
            value={shown.type}
            onChange={(_, next: string) => setChosen(next)}
            aria-label={t('Channel')}
            sx={{ borderBottom: '1px solid var(--line)', background: 'var(--sheet)', minHeight: 44, px: 1 }}
          >
            {channels.map(({ type, tone }) => (
              <Tab
                key={type}
                value={type}
                sx={{ minHeight: 44, minWidth: 0, m: 0, p: '0 2px', flexBasis: 'auto' }}
                label={<TabLabel {...{ type, tone }} />}
              />
            ))}
          </Tabs>
        )}
        {isPersonal && mayChoose ? (
          <PreviewPerson person={person} onChange={setPerson} empty={empty} />
        ) : null}
        <Stage data-looked-at={isLookedAt || undefined}>
          {isBlank ? null : (
            <Bar>
              <IconButton
                size="small"
                aria-pressed={isDark}
                aria-label={t('Dark chat')}
                title={t('As in a dark chat')}
                onClick={() => setMode(isDark ? 'light' : 'dark')}
              >
                {isDark ? <LightIcon fontSize="inherit" /> : <DarkIcon fontSize="inherit" />}
              </IconButton>
            </Bar>
          )}
          <Phone type={shown.type} mode={mode} sender={sender} drawing={shown.drawing} isStill={isLookedAt} />
        </Stage>
        {isLookedAt && isTaken ? (
          <Now style={{ marginInline: 0 }}>{t('Drawn from the template as it is now.')}</Now>
        ) : null}
        {isOpen ? (
          <Now>{t('Choose a channel to see how it arrives there.')}</Now>
        ) : (
          <VerdictList
            label={t('How it is sent')}
            told={judged.map(({ type, pointer, ...said }) => ({
              ...{ ...said, label: channelLabelOf(type) },
              ...(pointer !== undefined && !isLookedAt && { pointer }),
            }))}
            all={t('All channels')}
            reveal={reveal}
            shows={(name) =>
              name === t('All channels')
                ? t('Show what this is about')
                : t('Show what %{name} says this of', { name })
            }
            width={82}
            padding={isLookedAt ? '12px 0 8px' : '12px 24px 8px'}
          />
        )}
      </Frame>
    </PictureField>
  );
}

/** A channel that is not connected sends nothing, as is said where who gets it is counted: not that it is sent as made. */
function useSends(): (on: OnChannel) => boolean {
  const { channel } = useFormChannel();
  return ({ type, tone }) =>
    channel?.credentials !== 'missing' || type !== channel.type || tone !== 'success';
}

const TabLabel = ({ type, tone }: Pick<OnChannel, 'type' | 'tone'>) => (
  <Label>
    <ChannelMark type={type} />
    <span className="name">{channelLabelOf(type)}</span>
    {/* What is not made yet has no verdict. */}
    {tone === 'neutral' ? null : <VerdictSign tone={tone} />}
  </Label>
);
