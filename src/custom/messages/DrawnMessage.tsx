import type { ReactElement } from 'react';
import PlayIcon from '@mui/icons-material/PlayArrow';
import { styled } from '@mui/material/styles';
import type { Card, MessageDrawing } from '../../channels/drawing.ts';
import { FlexMessage } from './flex/FlexMessage.tsx';
import { Picture } from './Picture.tsx';
import { TextWithVariables } from './TextWithVariables.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Bubble = styled('div')({
  maxWidth: 216,
  padding: '7px 11px',
  borderRadius: 'var(--pv-bubbleShape)',
  background: 'var(--pv-bubble)',
  color: 'var(--pv-bubbleInk)',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  minHeight: 20,
});
/** Extends beyond the screen's edge, as a carousel does, and scrolls horizontally. */
const Carousel = styled('div')({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 6,
  marginRight: -10,
  paddingRight: 10,
  overflowX: 'auto',
  maxWidth: 'calc(100% + 10px)',
  scrollbarWidth: 'none',
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2 },
});
const CardFrame = styled('div')({
  flex: 'none',
  width: 190,
  overflow: 'hidden',
  borderRadius: 'var(--pv-cardShape)',
  border: '1px solid var(--pv-cardEdge)',
  background: 'var(--pv-card)',
  backgroundClip: 'padding-box',
  color: 'var(--pv-ink)',
  overflowWrap: 'anywhere',
  '& b': { display: 'block', ...TEXT.small, fontWeight: 600 },
  '& p': {
    margin: 0,
    ...TEXT.caption,
    color: 'var(--pv-muted)',
    whiteSpace: 'pre-wrap',
    minHeight: 18,
  },
});
const CardText = styled('div')({ padding: '8px 11px' });
const Buttons = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& li': {
    minHeight: 32,
    padding: '0 8px',
    textAlign: 'center',
    fontWeight: 500,
    lineHeight: '32px',
    color: 'var(--pv-link)',
    borderTop: '1px solid var(--pv-line)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '&[data-filled] li': {
    margin: '0 8px 6px',
    minHeight: 30,
    lineHeight: '30px',
    border: 0,
    borderRadius: 8,
    background: 'var(--pv-button)',
  },
});
const Media = styled('div')({ position: 'relative', width: 200, borderRadius: 12, overflow: 'hidden' });
const Play = styled('span')({
  position: 'absolute',
  inset: 0,
  margin: 'auto',
  width: 40,
  height: 40,
  borderRadius: '50%',
  display: 'grid',
  placeItems: 'center',
  background: '#000000a0',
  color: '#fff',
});
const Square = styled('div')({
  position: 'relative',
  flex: 'none',
  width: 150,
  height: 150,
  overflow: 'hidden',
  borderRadius: 'var(--pv-cardShape)',
  '& > span:last-of-type': {
    position: 'absolute',
    left: 8,
    right: 8,
    bottom: 8,
    padding: '2px 8px',
    borderRadius: 12,
    textAlign: 'center',
    background: '#000000a0',
    color: '#fff',
    fontSize: 12,
    lineHeight: '20px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});
const ImageMap = styled('div')({ position: 'relative', width: '100%', borderRadius: 10, overflow: 'hidden' });
const ImageMapArea = styled('span')({
  position: 'absolute',
  border: '1px dashed #ffffffb0',
  boxShadow: '0 0 0 1px #15191c40',
});

const toPercent = (part: number): string => `${Math.round(part * 10_000) / 100}%`;

interface DrawnMessageProps {
  drawn: MessageDrawing;
  /** Whether buttons have a background. */
  hasFilledButtons: boolean;
}

/** A message as the platform shows it. */
export function DrawnMessage({ drawn, hasFilledButtons }: DrawnMessageProps): ReactElement {
  switch (drawn.kind) {
    case 'text':
      return (
        <Bubble>
          <TextWithVariables text={drawn.text} missing={t('Your text')} />
        </Bubble>
      );
    case 'image':
      return (
        <Media>
          <Picture address={drawn.address} style={{ minHeight: 120, maxHeight: 260 }} />
        </Media>
      );
    case 'video':
      return (
        <Media>
          <Picture address={drawn.preview ?? ''} style={{ height: 118 }} isBare />
          <Play>
            <PlayIcon aria-label={t('Video')} />
          </Play>
        </Media>
      );
    case 'cards':
      return (
        <CarouselOrSingle
          count={drawn.cards.length}
          label={t('%{count} cards', { count: drawn.cards.length })}
        >
          {drawn.cards.map((card, index) => (
            <CardView key={index} card={card} hasFilledButtons={hasFilledButtons} />
          ))}
        </CarouselOrSingle>
      );
    case 'pictures':
      return (
        <CarouselOrSingle
          count={drawn.pictures.length}
          label={t('%{count} pictures', { count: drawn.pictures.length })}
        >
          {drawn.pictures.map(({ address, label }, index) => (
            <Square key={index}>
              <Picture address={address} style={{ height: '100%' }} />
              <span>
                <TextWithVariables text={label} missing={t('Label')} />
              </span>
            </Square>
          ))}
        </CarouselOrSingle>
      );
    case 'areas':
      return (
        <ImageMap style={{ aspectRatio: drawn.shape }}>
          <Picture address={drawn.address} style={{ height: '100%' }} />
          {drawn.areas.map(({ x, y, width, height }, index) => (
            <ImageMapArea
              key={index}
              style={{
                left: toPercent(x),
                top: toPercent(y),
                width: toPercent(width),
                height: toPercent(height),
              }}
            />
          ))}
        </ImageMap>
      );
    case 'flex':
      return <FlexMessage contents={drawn.contents} />;
  }
}

function CarouselOrSingle({
  count,
  label,
  children,
}: {
  count: number;
  label: string;
  children: React.ReactNode;
}) {
  if (count < 2) return <Carousel>{children}</Carousel>;
  return (
    <Carousel role="group" aria-label={label} tabIndex={0}>
      {children}
    </Carousel>
  );
}

interface CardViewProps {
  card: Card;
  hasFilledButtons: boolean;
}

function CardView({ card: { image, title, text, buttons }, hasFilledButtons }: CardViewProps) {
  return (
    <CardFrame>
      {image === undefined ? null : <Picture address={image} style={{ height: 116 }} />}
      <CardText>
        {title === undefined ? null : (
          <b>
            <TextWithVariables text={title} />
          </b>
        )}
        {text === undefined ? null : (
          <p>
            <TextWithVariables text={text} missing={t('Your text')} />
          </p>
        )}
      </CardText>
      {buttons.length > 0 ? (
        <Buttons data-filled={hasFilledButtons || undefined}>
          {buttons.map((label, index) => (
            <li key={index}>
              <TextWithVariables text={label} missing={t('Button')} />
            </li>
          ))}
        </Buttons>
      ) : null}
    </CardFrame>
  );
}
