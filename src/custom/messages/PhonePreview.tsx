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
import {
  findChannelPreview,
  type ChannelPreview,
  findPictureField,
  usePreviewedMessages,
} from './usePreviewedMessages.ts';
import { useFormChannel } from './useFormChannel.ts';
import { useSenderName } from './useSenderName.ts';
import { CompatibilityList } from './CompatibilityList.tsx';
import { CompatibilityIcon } from './CompatibilityIcon.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** The starters of a Flex message. */
export const loadStarters = () => import('./flex/starters/index.tsx').then((module) => module.starterSet);

const PreviewPerson = lazyComponent(() => import('./PreviewPerson.tsx').then((module) => module.default), {
  silent: true,
});

/** From edge to edge of its container. */
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
const StateNote = styled('p')({ margin: '12px 24px 0', ...TEXT.caption, color: 'var(--ink-3)' });
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
 * Previews the form's messages on each channel while typing: drawn from what is sent to the platform, in the channel's own
 * colours, with their compatibility below.
 * @param isReadOnly whether there is no form that an issue could link to
 */
export function PhonePreview({ isReadOnly = false }: { isReadOnly?: boolean }) {
  const { fields, reveal } = useLiveRecord();
  const [person, setPerson] = useState<Person | null>(null);
  // The chosen person may be a row of a list, which lacks custom fields.
  const { data: whole } = useWholeRecord<Person>('profile', person?.id ?? '');
  const { channels, isPersonal, empty, isReferenced } = usePreviewedMessages(
    person && whole?.id === person.id ? whole : null,
  );
  const checkedChannels = channels.filter(useIsSendable());
  const mayChoose = useMay()('profile', 'list');
  const [chosen, setChosen] = useState<string>();
  const [mode, setMode] = useState<ColorScheme>('light');
  const shown = findChannelPreview(chosen, channels);
  const field = useMemo(() => findPictureField(fields), [fields]);
  // Which channels can be compared depends on the channel that is still to be chosen.
  const isOpen = useFormChannel().isOpen && !isReadOnly;
  const statusKey = JSON.stringify(
    (isOpen ? [] : checkedChannels).map(({ type, tone, text }) => ({
      label: channelLabelOf(type),
      tone,
      text,
    })),
  );
  usePanelStatus(useMemo(() => JSON.parse(statusKey) as never[], [statusKey]));
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
        <Stage data-looked-at={isReadOnly || undefined}>
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
          <Phone
            type={shown.type}
            mode={mode}
            sender={sender}
            drawing={shown.drawing}
            isStatic={isReadOnly}
          />
        </Stage>
        {isReadOnly && isReferenced ? (
          <StateNote style={{ marginInline: 0 }}>{t('Drawn from the template as it is now.')}</StateNote>
        ) : null}
        {isOpen ? (
          <StateNote>{t('Choose a channel to see how it arrives there.')}</StateNote>
        ) : (
          <CompatibilityList
            label={t('How it is sent')}
            issues={checkedChannels.map(({ type, pointer, ...rest }) => ({
              ...{ ...rest, label: channelLabelOf(type) },
              ...(pointer !== undefined && !isReadOnly && { pointer }),
            }))}
            all={t('All channels')}
            reveal={reveal}
            shows={(name) =>
              name === t('All channels')
                ? t('Show what this is about')
                : t('Show what %{name} says this of', { name })
            }
            width={82}
            padding={isReadOnly ? '12px 0 8px' : '12px 24px 8px'}
          />
        )}
      </Frame>
    </PictureField>
  );
}

/** Filters out the success of a channel that is not connected: nothing is sent, as the panel of the reach shows. */
function useIsSendable(): (on: ChannelPreview) => boolean {
  const { channel } = useFormChannel();
  return ({ type, tone }) =>
    channel?.credentials !== 'missing' || type !== channel.type || tone !== 'success';
}

const TabLabel = ({ type, tone }: Pick<ChannelPreview, 'type' | 'tone'>) => (
  <Label>
    <ChannelMark type={type} />
    <span className="name">{channelLabelOf(type)}</span>
    {/* An empty draft has no compatibility. */}
    {tone === 'neutral' ? null : <CompatibilityIcon tone={tone} />}
  </Label>
);
