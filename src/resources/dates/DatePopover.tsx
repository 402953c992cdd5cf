import Button from '@mui/material/Button';
import { WORKSPACE_ZONE, zoneLabel } from '../../../schemas/model/zonedTime.ts';
import { Calendar } from './Calendar.tsx';
import type { WallTime } from './days.ts';
import { chooseDay, chooseTime, type RangeDraft, type RangeRules } from './rangeModel.ts';
import { TimeList } from './TimeList.tsx';
import { AnchoredPopover } from '../panels/AnchoredPopover.tsx';
import { t } from '../../../schemas/texts/translate.ts';

interface DatePopoverProps {
  anchor: HTMLElement;
  label: string;
  /** Choosing another day preserves its time. */
  value: WallTime | undefined;
  /** With a time of day. */
  time?: boolean;
  zone?: string;
  now: Date;
  onChoose: (value: WallTime) => void;
  onClose: () => void;
}

/** A calendar that closes once a day is chosen; with `time` it has a list of half hours and stays open. */
export const DatePopover = ({
  anchor,
  label,
  value,
  time,
  zone,
  now,
  onChoose,
  onClose,
}: DatePopoverProps) => {
  const rules: RangeRules = { now, future: true, zone: zone ?? WORKSPACE_ZONE };
  const draft: RangeDraft = { step: 'start', start: value };
  const choose = ({ start }: RangeDraft): void => {
    if (start) onChoose(start);
  };
  const day = (
    <Calendar
      draft={draft}
      rules={rules}
      onChoose={(chosen) => {
        choose(value ? { step: 'start', start: { ...value, day: chosen } } : chooseDay(draft, chosen, rules));
        if (!time) onClose();
      }}
    />
  );
  return (
    <AnchoredPopover at="right" {...{ label, anchor, onClose }}>
      {time ? (
        <>
          <div style={{ display: 'flex', borderBottom: '1px solid var(--line)' }}>
            {day}
            <TimeList
              draft={draft}
              rules={rules}
              onChoose={(chosen) => choose(chooseTime(draft, chosen, rules))}
            />
          </div>
          <footer style={{ display: 'flex', alignItems: 'center', gap: 8, padding: '8px 12px' }}>
            <span style={{ flex: 1, fontSize: 12, color: 'var(--ink-3)' }}>
              {zoneLabel(zone ?? WORKSPACE_ZONE)}
            </span>
            <Button variant="contained" size="small" onClick={onClose}>
              {t('Done')}
            </Button>
          </footer>
        </>
      ) : (
        day
      )}
    </AnchoredPopover>
  );
};
