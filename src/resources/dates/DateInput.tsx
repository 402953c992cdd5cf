import CalendarToday from '@mui/icons-material/CalendarTodayOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useRef, useState } from 'react';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { readDay, readWallTime, typedDay, typedWallTime } from './typedDates.ts';
import { t } from '../../../schemas/texts/translate.ts';

const DatePopover = lazyComponent(() => import('./DatePopover.tsx').then((module) => module.DatePopover));

export interface DateInputProps extends Pick<
  OutlinedInputProps,
  'id' | 'name' | 'error' | 'readOnly' | 'autoFocus'
> {
  /** What the input is of: the calendar's name. */
  title: string;
  /** As it stands in the input: `21/11/2026`, with a time `21/11/2026 09:05`. */
  text: string;
  onText: (text: string) => void;
  onLeave?: () => void;
  /** A time of the day belongs to it. */
  time?: boolean;
  /** The zone whose today and times the calendar shows; UTC+7 by default. */
  zone?: string;
  /** Another clock than this computer's, for tests. */
  now?: () => Date;
  aria?: React.InputHTMLAttributes<HTMLInputElement>;
}

/** A day, or a day and a time: typed as DD/MM/YYYY or chosen from a calendar. */
export const DateInput = (props: DateInputProps) => {
  const {
    title,
    text,
    onText,
    onLeave,
    time,
    zone,
    aria,
    now = () => new Date(),
    readOnly,
    ...input
  } = props;
  const [opened, setOpened] = useState<{ anchor: HTMLElement; now: Date }>();
  const isTyped = useRef(false);
  const read = time ? readWallTime : readDay;
  const [day, clock = '00:00'] = (read(text) ?? readDay(text) ?? '').split('T');
  /** What was typed in another way becomes what others will read; what was only looked at stays. */
  const leave = (): void => {
    const known = isTyped.current ? read(text) : undefined;
    const tidy = known === undefined ? text : time ? typedWallTime(known) : typedDay(known);
    if (tidy !== text) onText(tidy);
    onLeave?.();
  };
  return (
    <>
      <OutlinedInput
        {...input}
        size="small"
        autoComplete="off"
        readOnly={readOnly}
        value={text}
        placeholder={time ? 'DD/MM/YYYY HH:mm' : 'DD/MM/YYYY'}
        onChange={(event) => {
          isTyped.current = true;
          onText(event.target.value);
        }}
        onBlur={leave}
        slotProps={{ input: { ...aria, inputMode: 'numeric' } }}
        sx={{ pr: 0.5, maxWidth: time ? 256 : 184, '& input': { fontVariantNumeric: 'tabular-nums' } }}
        endAdornment={
          readOnly ? undefined : (
            <InputAdornment position="end">
              <IconButton
                size="small"
                aria-label={t('Choose %{title}', { title })}
                aria-haspopup="dialog"
                onClick={(event) => setOpened({ anchor: event.currentTarget, now: now() })}
              >
                <CalendarToday sx={{ fontSize: 16 }} />
              </IconButton>
            </InputAdornment>
          )
        }
      />
      {opened && (
        <DatePopover
          {...opened}
          label={title}
          time={time}
          zone={zone}
          value={day ? { day, time: clock } : undefined}
          onChoose={(chosen) =>
            onText(time ? typedWallTime(`${chosen.day}T${chosen.time}`) : typedDay(chosen.day))
          }
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
};
