import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import CalendarToday from '@mui/icons-material/CalendarTodayOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { formatDate, formatTime } from '../format.ts';
import { type Range, type RangeRules } from './rangeModel.ts';

const RangePopover = lazyComponent(() => import('./RangePopover.tsx').then((module) => module.RangePopover));

export interface RangePickerProps extends Omit<RangeRules, 'now'> {
  value?: Range;
  onChange: (range: Range) => void;
  /** Label of the button without a range. */
  label: string;
  /** For tests. */
  now?: () => Date;
}

const rangeText = ({ start, end }: Range, zone: string): string =>
  [start, end].map((at) => `${formatDate(new Date(at), zone)} ${formatTime(new Date(at), zone)}`).join(' – ');

/** A button with the range that opens a popover to choose another one. */
export const RangePicker = ({
  value,
  onChange,
  label,
  now = () => new Date(),
  ...rules
}: RangePickerProps) => {
  const [opened, setOpened] = useState<{ anchor: HTMLElement; now: Date }>();
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<CalendarToday />}
        aria-haspopup="dialog"
        aria-expanded={opened !== undefined}
        onClick={(event) => setOpened({ anchor: event.currentTarget, now: now() })}
      >
        {value ? rangeText(value, rules.zone ?? WORKSPACE_ZONE) : label}
      </Button>
      {opened && (
        <RangePopover
          {...rules}
          {...opened}
          label={label}
          value={value}
          onClose={() => setOpened(undefined)}
          onApply={(range) => {
            setOpened(undefined);
            onChange(range);
          }}
        />
      )}
    </>
  );
};
