import Campaign from '@mui/icons-material/CampaignOutlined';
import Forum from '@mui/icons-material/ForumOutlined';
import Login from '@mui/icons-material/Login';
import Logout from '@mui/icons-material/Logout';
import MoreHoriz from '@mui/icons-material/MoreHoriz';
import Send from '@mui/icons-material/SendOutlined';
import Widgets from '@mui/icons-material/WidgetsOutlined';
import { styled } from '@mui/material/styles';
import { type ComponentType, type CSSProperties, Fragment, type ReactNode, useState } from 'react';
import type { Journey, JourneyStep, StepType } from '../../dataProvider/dashboardVerbs.ts';
import { formatNumber } from '../../resources/format.ts';
import {
  boxHeight,
  flowHeight,
  KIND_LABELS,
  ribbonPath,
  computeRibbons,
  ROW_HEIGHT_PX,
  shareText,
} from './flowModel.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const TYPE_ICONS: Record<StepType, ComponentType<{ fontSize?: 'small'; 'aria-hidden'?: boolean }>> = {
  template: Forum,
  message: Login,
  richmenu: Widgets,
  broadcast: Send,
  chatads: Campaign,
  left: Logout,
  other: MoreHoriz,
};

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 72px 168px 72px minmax(0, 1fr)',
  alignItems: 'start',
  '& h3': { margin: '0 0 4px', ...TEXT.small, fontWeight: 500, color: 'var(--ink-2)' },
  // The highlight of a row extends beyond its text, which is aligned with the zone.
  '& > section:first-of-type ul': { marginLeft: -8 },
  '& > section:last-of-type': { '& h3': { paddingLeft: 8 }, '& ul': { marginRight: -8 } },
  '& svg.ribbons': { display: 'block', width: '100%' },
  '& .ribbons path': { fill: 'var(--chart-1)', fillOpacity: 0.16, transition: 'fill-opacity var(--fast)' },
  '& .ribbons path[data-type=left]': { fill: 'var(--chart-4)', fillOpacity: 0.22 },
  '& .ribbons path[data-lit]': { fill: 'var(--accent)', fillOpacity: 0.75 },
  [theme.breakpoints.down('md')]: {
    display: 'block',
    '& svg.ribbons': { display: 'none' },
    '& > section': { marginBottom: 24 },
    '& > section:last-of-type h3': { paddingLeft: 0 },
    '& > section > ul': { margin: '0 -8px !important' },
    // Below md, a bar shows the share instead of a ribbon.
    '& [data-share]::after': {
      ...{ content: '""', position: 'absolute', left: 8, bottom: 0, height: 3, borderRadius: 2 },
      width: 'calc((100% - 16px) * var(--share))',
      background: 'var(--accent-line)',
    },
  },
}));
const Steps = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  [theme.breakpoints.down('md')]: { minHeight: '0 !important' },
}));
const Row = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  position: 'relative',
  height: ROW_HEIGHT_PX,
  padding: '0 8px',
  margin: 0,
  border: 0,
  borderRadius: 6,
  background: 'none',
  font: 'inherit',
  fontSize: 13,
  lineHeight: '18px',
  textAlign: 'left',
  color: 'var(--ink)',
  '&:is(button)': { cursor: 'pointer' },
  '&[data-lit]': { background: 'var(--accent-soft)' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
  '& svg': { flex: 'none', color: 'var(--ink-3)' },
  '& .name': { flex: 1, minWidth: 0 },
  '& b': {
    display: 'block',
    fontWeight: 500,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& small': { display: 'block', fontSize: 12, color: 'var(--ink-3)' },
  '& .number': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
});
const Current = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  boxSizing: 'border-box',
  padding: 14,
  border: '2px solid var(--accent)',
  borderRadius: 8,
  background: 'var(--sheet)',
  '& .name': { ...TEXT.small, fontWeight: 500, overflowWrap: 'anywhere' },
  '& .number': { ...TEXT.display, fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  '& small': { ...TEXT.caption, color: 'var(--ink-3)', overflowWrap: 'anywhere' },
  [theme.breakpoints.down('md')]: {
    ...{ margin: '0 !important', minHeight: '0 !important', padding: '10px 12px' },
    '&:has(> img)': { display: 'grid', gridTemplateColumns: '72px minmax(0, 1fr)', columnGap: 12 },
    '& > img': {
      gridRow: '1 / span 3',
      width: 72,
      height: 72,
      aspectRatio: 'auto',
      margin: 0,
      alignSelf: 'center',
    },
    '& .number': TEXT.title,
  },
}));

/** A name that breaks after its underscores and hyphens rather than within a word. */
const breakable = (name: string): ReactNode =>
  name.split(/(?<=[_-])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

type Side = 'previous' | 'next';

interface FlowProps {
  journey: Journey;
  /** Picture of the current step. */
  picture?: ReactNode;
  /** Selects another template as the current step. */
  onFollow: (template: string) => void;
}

/** The steps before and after the current one. The thickness of ribbons is their share. */
export const Flow = ({ journey, picture, onFollow }: FlowProps) => {
  const { previous, next, current, unit } = journey;
  const [highlighted, setHighlighted] = useState<string>();
  const height = flowHeight(Math.max(previous.length, next.length));
  const side = (name: Side, title: string, steps: readonly JourneyStep[]) => (
    <section aria-label={t('%{title} steps', { title })}>
      <h3>{title}</h3>
      <Steps style={{ minHeight: height }}>
        {steps.map((step, at) => (
          <li key={`${step.type} ${step.id}`}>
            <StepRow
              step={step}
              of={current.count}
              isNext={name === 'next'}
              isHighlighted={highlighted === `${name} ${at}`}
              onHighlight={(is) => setHighlighted(is ? `${name} ${at}` : undefined)}
              onFollow={onFollow}
            />
          </li>
        ))}
      </Steps>
    </section>
  );
  const ribbons = (name: Side, steps: readonly JourneyStep[]) => {
    const [x1, x2] = name === 'previous' ? [0, 100] : [100, 0];
    return (
      <svg
        className="ribbons"
        aria-hidden
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        style={{ height, marginTop: 24 }}
      >
        {computeRibbons(steps, height).map((ribbon, at) => (
          <path
            key={`${steps[at]?.type} ${steps[at]?.id}`}
            d={ribbonPath(ribbon, x1, x2)}
            data-type={steps[at]?.type}
            data-lit={highlighted === `${name} ${at}` || undefined}
          />
        ))}
      </svg>
    );
  };
  return (
    <Columns>
      {side('previous', t('Previous'), previous)}
      {ribbons('previous', previous)}
      <section aria-label={t('Current step')}>
        <h3>{t('Current')}</h3>
        <Current style={{ minHeight: boxHeight(height), marginTop: (height - boxHeight(height)) / 2 }}>
          {picture}
          <span className="name">{unit && breakable(unit.name)}</span>
          <span className="number">{formatNumber(current.count)}</span>
          <small>
            {t('%{times}, to %{people}', {
              times: current.count === 1 ? t('time') : t('times'),
              people: t(current.people === 1 ? '%{count} person' : '%{count} people', {
                count: formatNumber(current.people),
              }),
            })}
          </small>
        </Current>
      </section>
      {ribbons('next', next)}
      {side('next', t('Next'), next)}
    </Columns>
  );
};

interface StepRowProps {
  step: JourneyStep;
  of: number;
  isNext: boolean;
  isHighlighted: boolean;
  onHighlight: (is: boolean) => void;
  onFollow: (template: string) => void;
}

/** A step before or after; a template is selected with a click or Enter. */
const StepRow = ({ step, of, isNext, isHighlighted, onHighlight, onFollow }: StepRowProps) => {
  const { id, name, isDeleted, type, count, percent } = step;
  const TypeIcon = TYPE_ICONS[type];
  const leads = type === 'template' && id !== null && !isDeleted;
  const text = t(isNext ? '%{count} of %{of} came here next' : '%{count} of %{of} came from here', {
    count: formatNumber(count),
    of: formatNumber(of),
  });
  return (
    <Row
      as={leads ? 'button' : 'div'}
      title={leads ? t('%{told}. Enter makes it the current step.', { told: text }) : text}
      data-lit={isHighlighted || undefined}
      data-share
      style={{ '--share': Math.min(1, percent / 100) } as CSSProperties}
      onClick={leads ? () => onFollow(id) : undefined}
      onMouseEnter={() => onHighlight(true)}
      onMouseLeave={() => onHighlight(false)}
      onFocus={() => onHighlight(true)}
      onBlur={() => onHighlight(false)}
    >
      <TypeIcon fontSize="small" aria-hidden />
      <span className="name">
        <b>{type === 'other' ? t('Other') : name}</b>
        <small>{type === 'other' ? name : KIND_LABELS[type]}</small>
      </span>
      <span className="number">
        <b>{shareText(percent, of)}</b>
        <small>{formatNumber(count)}</small>
      </span>
    </Row>
  );
};
