import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { MENU_SIZES, PATTERNS, type MenuSize, type Pattern } from '../../../schemas/richMenus/patterns.ts';
import { phoneOf, phoneStyle } from '../../channels/phones.ts';
import { toLetters } from '../../resources/fieldKit/toLetters.ts';
import { PhoneCase, Head, Screen } from '../messages/phoneParts.ts';
import { labelOf } from './areasModel.ts';
import { type TapResult, tapResult } from './tapResult.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const PhoneScreen = styled(Screen)({ height: 'min(528px, calc(100dvh - 320px))', minHeight: 400 });
const Chat = styled('div')({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: 10,
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  '& > :first-of-type': { marginTop: 'auto' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -3 },
});
const OwnMessage = styled('p')({
  alignSelf: 'flex-end',
  maxWidth: '80%',
  margin: 0,
  padding: '6px 12px',
  borderRadius: 14,
  background: '#8de055',
  color: '#15191c',
  overflowWrap: 'anywhere',
});
const Note = styled('p')({
  alignSelf: 'center',
  maxWidth: '90%',
  margin: 0,
  padding: '3px 10px',
  borderRadius: 10,
  background: '#15191c99',
  color: '#fff',
  ...TEXT.caption,
  overflowWrap: 'anywhere',
});
const Menu = styled('div')({
  position: 'relative',
  flex: 'none',
  background: '#dfe3e6',
  '& > img': { position: 'absolute', inset: 0, width: '100%', height: '100%' },
});
const TapArea = styled('button')({
  position: 'absolute',
  padding: 0,
  border: 0,
  background: 'none',
  color: '#15191c',
  font: 'inherit',
  fontSize: 12,
  cursor: 'pointer',
  overflow: 'hidden',
  '&[data-bare]': { border: '1px solid #ffffff' },
  '&:hover, &:active': { background: '#15191c1f' },
  '&:focus-visible': { outline: '2px solid #0b6a78', outlineOffset: -3, boxShadow: 'inset 0 0 0 5px #fff' },
});
const Bar = styled('div')({
  display: 'grid',
  gridTemplateColumns: '40px 1fr 40px',
  alignItems: 'center',
  height: 40,
  flex: 'none',
  padding: '0 4px',
  background: 'var(--pv-foot)',
  color: 'var(--pv-footInk)',
  '& > svg': { margin: 'auto' },
  '& > button': {
    justifySelf: 'center',
    minHeight: 32,
    padding: '0 12px',
    border: 0,
    borderRadius: 6,
    background: 'none',
    color: '#15191c',
    font: 'inherit',
    fontWeight: 500,
    cursor: 'pointer',
  },
  '& > button:focus-visible': { outline: '2px solid #0b6a78' },
});

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;
/** Largest number of taps that are shown. */
const MAX_SHOWN_ACTIONS = 6;

interface MenuPhoneProps {
  /** Type of the channel. */
  type: string;
  size: MenuSize;
  pattern: Pattern;
  source: string | undefined;
  areas: readonly unknown[];
  /** Text of the bar that opens and closes the menu. */
  label: string;
  sender: string;
  isOpen: boolean;
  onToggle: () => void;
  titleOf: (templateId: string) => string | undefined;
  /** Hint while no menu is chosen. */
  hint?: string;
  /** Whether the closed menu is shown dimmed. */
  isHinted?: boolean;
}

/** A phone with the menu below a chat; a tap shows its effect. */
export function MenuPhone({
  type,
  size,
  pattern,
  source,
  areas,
  label,
  sender,
  isOpen,
  onToggle,
  titleOf,
  hint,
  isHinted,
}: MenuPhoneProps) {
  const [taps, setTaps] = useState<(TapResult & { id: number })[]>([]);
  const { width, height } = MENU_SIZES[size];
  const { head } = phoneOf(type);
  const onTap = (index: number): void => {
    const action = (areas[index] as { action?: JsonObject } | undefined)?.action;
    setTaps((previous) =>
      [...previous, { id: (previous.at(-1)?.id ?? 0) + 1, ...tapResult(action, titleOf) }].slice(
        -MAX_SHOWN_ACTIONS,
      ),
    );
  };
  return (
    <PhoneCase>
      <PhoneScreen style={phoneStyle(type, 'light')} data-channel={type}>
        <Head aria-hidden>
          {head.before}
          <span>{sender}</span>
          {head.after}
        </Head>
        <Chat role="log" aria-label={t('What each tap does')} tabIndex={0}>
          {taps.length === 0 ? (
            <Note>
              {hint ??
                (isOpen ? t('Tap an area to see what happens') : t('Tap the bar below to open the menu'))}
            </Note>
          ) : null}
          {taps.map(({ id, says, note }) => (
            <div key={id} style={{ display: 'contents' }}>
              {says ? <OwnMessage>{says}</OwnMessage> : null}
              {note ? <Note>{note}</Note> : null}
            </div>
          ))}
        </Chat>
        {isOpen ? (
          <Menu style={{ aspectRatio: width / height }}>
            {source === undefined ? null : <img src={source} alt="" />}
            {PATTERNS[pattern].areas.map((area, index) => (
              <TapArea
                key={index}
                type="button"
                aria-label={t('Tap area %{index}: %{areas}', {
                  index: toLetters(index),
                  areas: labelOf(areas[index]) || t('no action yet'),
                })}
                data-bare={source === undefined || undefined}
                onClick={() => onTap(index)}
                style={{
                  left: percent(area.x, width),
                  top: percent(area.y, height),
                  width: percent(area.width, width),
                  height: percent(area.height, height),
                }}
              >
                {source === undefined ? labelOf(areas[index]) || toLetters(index) : null}
              </TapArea>
            ))}
          </Menu>
        ) : isHinted && source !== undefined ? (
          <Menu aria-hidden style={{ aspectRatio: width / height, opacity: 0.4 }}>
            <img src={source} alt="" />
          </Menu>
        ) : null}
        <Bar>
          <KeyboardIcon aria-hidden />
          <button type="button" aria-expanded={isOpen} onClick={onToggle}>
            {label} {isOpen ? '▾' : '▴'}
          </button>
        </Bar>
      </PhoneScreen>
    </PhoneCase>
  );
}
