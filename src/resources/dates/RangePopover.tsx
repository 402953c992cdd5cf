import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type Interval, intervalToDuration } from 'date-fns';
import { useState } from 'react';
import { WORKSPACE_ZONE, zoneLabel } from '../../../schemas/model/zonedTime.ts';
import { Calendar } from './Calendar.tsx';
import { dayText, timeText, type WallTime } from './days.ts';
import {
  canApply,
  chooseDay,
  chooseTime,
  toDraft,
  withStep,
  PRESETS,
  presetRange,
  type Range,
  toRange,
  type RangeRules,
  type Step,
} from './rangeModel.ts';
import { TimeList } from './TimeList.tsx';
import { AnchoredPopover } from '../panels/AnchoredPopover.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { language } from '../../i18n/language.ts';

const UNITS = ['year', 'month', 'day', 'hour', 'minute'] as const;

/** `3 days 2 hours`, in the language of the page. */
const durationText = (range: Interval): string => {
  const duration = intervalToDuration(range);
  return UNITS.flatMap((unit) => {
    const count = duration[`${unit}s`];
    const words = new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long' });
    return count ? [words.format(count)] : [];
  }).join(' ');
};

const Panel = styled('div')({
  maxWidth: 'calc(100vw - 32px)',
  '& .steps': { display: 'flex', alignItems: 'center', gap: 8, padding: 16, paddingBottom: 12 },
  '& .steps button': {
    flex: 1,
    minWidth: 0,
    padding: '6px 8px',
    borderRadius: 6,
    border: '1px solid var(--line)',
    background: 'none',
    font: 'inherit',
    fontSize: 13,
    textAlign: 'left',
    color: 'var(--ink)',
    cursor: 'pointer',
  },
  '& .steps button[aria-pressed=true]': {
    borderColor: 'var(--accent)',
    outline: '1px solid var(--accent)',
  },
  '& .steps button:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: 1 },
  '& .steps small': { display: 'block', fontSize: 12, color: 'var(--ink-2)' },
  '& .presets': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 4,
    padding: '0 16px 12px',
    maxWidth: 400,
  },
  '& .choice': {
    display: 'flex',
    borderTop: '1px solid var(--line)',
    borderBottom: '1px solid var(--line)',
  },
  '& footer': { display: 'flex', alignItems: 'center', gap: 8, padding: '12px 16px' },
  '& footer > span': { flex: 1, fontSize: 12, color: 'var(--ink-2)' },
});

const wallTimeText = (at: WallTime | undefined): string =>
  at ? `${dayText(at.day)} ${timeText(at.time)}` : '–';
const STEPS: { step: Step; label: string }[] = [
  { step: 'start', label: t('Start') },
  { step: 'end', label: t('End') },
];

interface RangePopoverProps extends RangeRules {
  label: string;
  anchor: HTMLElement;
  value?: Range;
  onApply: (range: Range) => void;
  onClose: () => void;
}

/** Chooses a range: the start, then the end, each a day and a time; applied with a button. */
export const RangePopover = ({ label, anchor, value, onApply, onClose, ...rules }: RangePopoverProps) => {
  const [draft, setDraft] = useState(() => toDraft(value, rules));
  const range = toRange(draft, rules);
  const isReady = canApply(draft, rules);
  const length = isReady && range ? durationText(range) : '';
  return (
    <AnchoredPopover {...{ label, anchor, onClose }}>
      <Panel>
        <div className="steps">
          {STEPS.map(({ step, label: name }) => (
            <button
              key={step}
              type="button"
              aria-pressed={draft.step === step}
              disabled={step === 'end' && !draft.start}
              onClick={() => setDraft(withStep(draft, step))}
            >
              <small>{name}</small>
              {wallTimeText(draft[step])}
            </button>
          ))}
        </div>
        <div className="presets">
          {PRESETS.map(({ id, label: name }) => (
            <Button key={id} size="small" color="inherit" onClick={() => onApply(presetRange(id, rules))}>
              {name}
            </Button>
          ))}
        </div>
        <div className="choice">
          <Calendar draft={draft} rules={rules} onChoose={(day) => setDraft(chooseDay(draft, day, rules))} />
          <TimeList
            draft={draft}
            rules={rules}
            onChoose={(time) => setDraft(chooseTime(draft, time, rules))}
          />
        </div>
        <footer>
          <span role="status">
            {[zoneLabel(rules.zone ?? WORKSPACE_ZONE), length].filter(Boolean).join(t(', '))}
          </span>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="contained"
            disabled={!isReady}
            onClick={() => {
              if (range) onApply(range);
            }}
          >
            {t('Apply')}
          </Button>
        </footer>
      </Panel>
    </AnchoredPopover>
  );
};
