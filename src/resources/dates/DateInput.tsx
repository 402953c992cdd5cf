import CalendarToday from '@mui/icons-material/CalendarTodayOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useRef, useState } from 'react';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { parseTypedDay, parseTypedTime, formatTypedDay, formatTypedTime } from './typedDates.ts';
import { t } from '../../../schemas/texts/translate.ts';

const DatePopover = lazyComponent(() => import('./DatePopover.tsx').then((module) => module.DatePopover));

export interface DateInputProps extends Pick<
  OutlinedInputProps,
  'id' | 'name' | 'error' | 'readOnly' | 'autoFocus'
> {
  /** The field's title, for the name of the calendar. */
  title: string;
  /** Text of the input: `21/11/2026`, with a time `21/11/2026 09:05`. */
  text: string;
  onText: (text: string) => void;
  onLeave?: () => void;
  /** With a time of day. */
  time?: boolean;
  /** Time zone of the calendar; UTC+7 by default. */
  zone?: string;
  /** For tests. */
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
  const parse = time ? parseTypedTime : parseTypedDay;
  const [day, timePart = '00:00'] = (parse(text) ?? parseTypedDay(text) ?? '').split('T');
  /** Formats what was typed on blur; a text that was not touched stays. */
  const normalizeText = (): void => {
    const parsed = isTyped.current ? parse(text) : undefined;
    const normalized = parsed === undefined ? text : time ? formatTypedTime(parsed) : formatTypedDay(parsed);
    if (normalized !== text) onText(normalized);
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
        onBlur={normalizeText}
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
          value={day ? { day, time: timePart } : undefined}
          onChoose={(chosen) =>
            onText(time ? formatTypedTime(`${chosen.day}T${chosen.time}`) : formatTypedDay(chosen.day))
          }
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
};
