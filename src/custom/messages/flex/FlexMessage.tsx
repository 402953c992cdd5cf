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
  toComponents,
  pictureAlign,
  pictureWidth,
  flexItemStyle,
  ratio,
  toText,
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
/** A bubble has the same colours in a light and a dark chat. */
const Bubble = styled('div')({
  flex: 'none',
  overflow: 'hidden',
  borderRadius: 12,
  background: '#ffffff',
  color: '#111111',
});
const Nothing = styled('p')({ margin: 0, padding: '16px 12px', fontSize: 12, color: '#636b72' });

/** Largest nesting depth that is drawn. */
const MAX_DEPTH = 12;
/** Largest number of bubbles in a carousel, as on LINE. */
const MAX_BUBBLES = 12;

const LAYOUTS = ['vertical', 'horizontal', 'baseline'];
const readLayout = (box: FlexComponent): Layout =>
  LAYOUTS.includes(toText(box['layout'])) ? (box['layout'] as Layout) : 'vertical';

/** A Flex message as LINE draws it; unknown and incomplete components are left out. */
export function FlexMessage({ contents }: { contents: FlexComponent }) {
  if (contents['type'] !== 'carousel') return <BubbleView bubble={contents} />;
  const bubbles = toComponents(contents['contents']).slice(0, MAX_BUBBLES);
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
        const component = bubble[name] as FlexComponent;
        const style = isFlexComponent(styles[name]) ? styles[name] : {};
        const padded = component['type'] === 'box' ? { paddingAll: PADDING[name], ...component } : component;
        return (
          <div key={name} style={{ background: colour(style['backgroundColor']) }}>
            {style['separator'] === true ? <div style={separatorStyle(style, 'vertical')} /> : null}
            <ComponentView component={padded} layout="vertical" spacing="none" isFirst depth={0} />
          </div>
        );
      })}
    </Bubble>
  );
}

interface ComponentProps {
  component: FlexComponent;
  /** Layout of the surrounding box. */
  layout: Layout;
  spacing: unknown;
  isFirst: boolean;
  depth: number;
}

function ComponentView({ component, layout, spacing, isFirst, depth }: ComponentProps) {
  if (depth > MAX_DEPTH) return null;
  const itemStyle = flexItemStyle(component, layout, spacing, isFirst);
  switch (component['type']) {
    case 'box': {
      const own = readLayout(component);
      return (
        <div
          style={{
            ...itemStyle,
            ...boxStyle(component, own),
            ...(itemStyle.position && { position: itemStyle.position }),
          }}
        >
          {toComponents(component['contents']).map((inner, index) => (
            <ComponentView
              key={index}
              component={inner}
              layout={own}
              spacing={component['spacing']}
              isFirst={index === 0}
              depth={depth + 1}
            />
          ))}
        </div>
      );
    }
    case 'text':
      return (
        <div style={{ ...itemStyle, ...textStyle(component) }}>
          <TextContents text={component} />
        </div>
      );
    case 'image':
      return (
        <div style={{ ...itemStyle, display: 'flex', justifyContent: pictureAlign(component['align']) }}>
          <div
            style={{
              width: pictureWidth(component['size']),
              aspectRatio: ratio(component['aspectRatio']),
              background: colour(component['backgroundColor']),
            }}
          >
            <Picture
              address={toText(component['url'])}
              fit={component['aspectMode'] === 'cover' ? 'cover' : 'contain'}
              style={{ height: '100%' }}
            />
          </div>
        </div>
      );
    case 'video':
      return (
        <div style={{ ...itemStyle, aspectRatio: ratio(component['aspectRatio']) }}>
          <Picture address={toText(component['previewUrl'])} style={{ height: '100%' }} />
        </div>
      );
    case 'icon': {
      const size = textSize(component['size']);
      return (
        <div
          style={{
            ...itemStyle,
            flex: '0 0 auto',
            height: size,
            aspectRatio: ratio(component['aspectRatio']),
          }}
        >
          <Picture address={toText(component['url'])} fit="contain" style={{ height: '100%' }} />
        </div>
      );
    }
    case 'button': {
      const action = isFlexComponent(component['action']) ? component['action'] : {};
      return (
        <div style={{ ...itemStyle, ...buttonStyle(component) }}>
          <TextWithVariables text={toText(action['label'])} />
        </div>
      );
    }
    case 'separator':
      return <div style={{ ...itemStyle, ...separatorStyle(component, layout) }} />;
    case 'filler':
      return <div style={{ ...itemStyle, flex: '1 1 0' }} />;
    default:
      return null;
  }
}

function TextContents({ text }: { text: FlexComponent }) {
  const spans = toComponents(text['contents']);
  if (spans.length === 0) return <TextWithVariables text={toText(text['text'])} />;
  return spans.map((span, index) => (
    <Fragment key={index}>
      <span style={spanStyle(span)}>
        <TextWithVariables text={toText(span['text'])} />
      </span>
    </Fragment>
  ));
}
