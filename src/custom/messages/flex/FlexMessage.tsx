import { styled } from '@mui/material/styles';
import { Fragment } from 'react';
import { Picture } from '../Picture.tsx';
import { TextWithVariables } from '../TextWithVariables.tsx';
import {
  boxStyle,
  bubbleWidth,
  buttonStyle,
  colour,
  isFlexComponent,
  type Layout,
  spanStyle,
  separatorStyle,
  type FlexComponent,
  componentsOf,
  pictureAlign,
  pictureWidth,
  flexItemStyle,
  ratio,
  textOf,
  textSize,
  textStyle,
} from './flexStyles.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const Bubbles = styled('div')({
  display: 'flex',
  gap: 6,
  alignItems: 'flex-start',
  maxWidth: 'calc(100% + 10px)',
  marginRight: -10,
  paddingRight: 10,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2 },
});
/** A bubble keeps its own colours whatever the chat's are. */
const Bubble = styled('div')({
  flex: 'none',
  overflow: 'hidden',
  borderRadius: 12,
  background: '#ffffff',
  color: '#111111',
});
const Nothing = styled('p')({ margin: 0, padding: '16px 12px', fontSize: 12, color: '#636b72' });

/** Parts may lie this deep in each other; what is deeper is left out. */
const MAX_DEPTH = 12;
/** Bubbles of a carousel that LINE takes. */
const MAX_BUBBLES = 12;

const LAYOUTS = ['vertical', 'horizontal', 'baseline'];
const layoutOf = (box: FlexComponent): Layout =>
  LAYOUTS.includes(textOf(box['layout'])) ? (box['layout'] as Layout) : 'vertical';

/** A Flex message as LINE draws it from its JSON; parts that are unknown or unfinished are left out. */
export function FlexMessage({ contents }: { contents: FlexComponent }) {
  if (contents['type'] !== 'carousel') return <BubbleView bubble={contents} />;
  const bubbles = componentsOf(contents['contents']).slice(0, MAX_BUBBLES);
  return (
    <Bubbles role="group" aria-label={t('%{count} bubbles', { count: bubbles.length })} tabIndex={0}>
      {bubbles.map((bubble, index) => (
        <BubbleView key={index} bubble={bubble} />
      ))}
    </Bubbles>
  );
}

const BLOCKS = ['header', 'hero', 'body', 'footer'] as const;
const PADDING = { header: '16px', hero: '0px', body: '16px', footer: '10px' };

function BubbleView({ bubble }: { bubble: FlexComponent }) {
  const styles = isFlexComponent(bubble['styles']) ? bubble['styles'] : {};
  const blocks = BLOCKS.filter((name) => isFlexComponent(bubble[name]));
  return (
    <Bubble
      style={{ width: bubbleWidth(bubble['size']), direction: bubble['direction'] === 'rtl' ? 'rtl' : 'ltr' }}
    >
      {blocks.length === 0 ? <Nothing>{t('Nothing here yet')}</Nothing> : null}
      {blocks.map((name) => {
        const part = bubble[name] as FlexComponent;
        const style = isFlexComponent(styles[name]) ? styles[name] : {};
        const padded = part['type'] === 'box' ? { paddingAll: PADDING[name], ...part } : part;
        return (
          <div key={name} style={{ background: colour(style['backgroundColor']) }}>
            {style['separator'] === true ? <div style={separatorStyle(style, 'vertical')} /> : null}
            <PartView part={padded} layout="vertical" spacing="none" isFirst depth={0} />
          </div>
        );
      })}
    </Bubble>
  );
}

interface PartProps {
  part: FlexComponent;
  /** Of the box around. */
  layout: Layout;
  spacing: unknown;
  isFirst: boolean;
  depth: number;
}

function PartView({ part, layout, spacing, isFirst, depth }: PartProps) {
  if (depth > MAX_DEPTH) return null;
  const place = flexItemStyle(part, layout, spacing, isFirst);
  switch (part['type']) {
    case 'box': {
      const own = layoutOf(part);
      return (
        <div
          style={{ ...place, ...boxStyle(part, own), ...(place.position && { position: place.position }) }}
        >
          {componentsOf(part['contents']).map((inner, index) => (
            <PartView
              key={index}
              part={inner}
              layout={own}
              spacing={part['spacing']}
              isFirst={index === 0}
              depth={depth + 1}
            />
          ))}
        </div>
      );
    }
    case 'text':
      return (
        <div style={{ ...place, ...textStyle(part) }}>
          <TextContents text={part} />
        </div>
      );
    case 'image':
      return (
        <div style={{ ...place, display: 'flex', justifyContent: pictureAlign(part['align']) }}>
          <div
            style={{
              width: pictureWidth(part['size']),
              aspectRatio: ratio(part['aspectRatio']),
              background: colour(part['backgroundColor']),
            }}
          >
            <Picture
              address={textOf(part['url'])}
              fit={part['aspectMode'] === 'cover' ? 'cover' : 'contain'}
              style={{ height: '100%' }}
            />
          </div>
        </div>
      );
    case 'video':
      return (
        <div style={{ ...place, aspectRatio: ratio(part['aspectRatio']) }}>
          <Picture address={textOf(part['previewUrl'])} style={{ height: '100%' }} />
        </div>
      );
    case 'icon': {
      const size = textSize(part['size']);
      return (
        <div style={{ ...place, flex: '0 0 auto', height: size, aspectRatio: ratio(part['aspectRatio']) }}>
          <Picture address={textOf(part['url'])} fit="contain" style={{ height: '100%' }} />
        </div>
      );
    }
    case 'button': {
      const action = isFlexComponent(part['action']) ? part['action'] : {};
      return (
        <div style={{ ...place, ...buttonStyle(part) }}>
          <TextWithVariables text={textOf(action['label'])} />
        </div>
      );
    }
    case 'separator':
      return <div style={{ ...place, ...separatorStyle(part, layout) }} />;
    case 'filler':
      return <div style={{ ...place, flex: '1 1 0' }} />;
    default:
      return null;
  }
}

function TextContents({ text }: { text: FlexComponent }) {
  const spans = componentsOf(text['contents']);
  if (spans.length === 0) return <TextWithVariables text={textOf(text['text'])} />;
  return spans.map((span, index) => (
    <Fragment key={index}>
      <span style={spanStyle(span)}>
        <TextWithVariables text={textOf(span['text'])} />
      </span>
    </Fragment>
  ));
}
