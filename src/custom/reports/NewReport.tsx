import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { HttpError } from 'react-admin';
import { type ReactNode, useState } from 'react';
import {
  rangeChoices,
  FREQUENCIES,
  type Frequency,
  type ReportType,
} from '../../../schemas/reports/timeframes.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { messageOf } from '../../resources/changes/failures.ts';
import type { Range } from '../../resources/dates/rangeModel.ts';
import { RangePicker } from '../../resources/dates/RangePicker.tsx';
import { RecordPicker } from '../../resources/fields/reference/RecordPicker.tsx';
import { useGenerate } from './useReports.ts';
import {
  FREQUENCY_LABELS,
  periodText,
  rowText,
  rangeText,
  TYPE_LABELS,
  TYPE_DESCRIPTIONS,
} from './reportTexts.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';
import { PHONE } from '../../theme/tokens.ts';
import { TOUCH_TARGET } from '../../theme/touch.ts';

const Form = styled('form')({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  padding: '16px var(--edge) 24px',
  '& h2': { margin: 0, ...TEXT.heading, fontWeight: 600 },
  '& label, & .label': {
    display: 'block',
    marginBottom: 4,
    ...TEXT.small,
    fontWeight: 500,
  },
  '& p': { margin: 0, ...TEXT.caption, color: 'var(--ink-3)' },
  '& p[role=alert]': { color: 'var(--danger)' },
  '& .MuiAutocomplete-inputRoot': { maxHeight: 150, overflowY: 'auto' },
  '& .MuiToggleButton-root': {
    textTransform: 'none',
    minHeight: 32,
    flex: 1,
    [PHONE]: { minHeight: TOUCH_TARGET },
  },
  '& .MuiButton-contained': { minHeight: 36, [PHONE]: { minHeight: TOUCH_TARGET } },
  // Help of the field above.
  '& p[data-about]': { marginTop: -12 },
});
const Pair = styled('div')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12, marginTop: 12 });

/** Text of the first validation error, or of the failure. */
const toErrorText = (error: unknown): string => {
  const fields = error instanceof HttpError ? (error.body as { fields?: object } | null)?.fields : undefined;
  const [first] = Object.values(fields ?? {}) as string[];
  return first ?? messageOf(error);
};

interface NewReportProps {
  /** Types that the person may generate. */
  types: readonly ReportType[];
  type: ReportType;
  onChoose: (type: ReportType) => void;
}

/** Form of a new report: type, period and channels. */
export const NewReport = ({ types, type, onChoose: setType }: NewReportProps) => {
  const { generate, isAsking } = useGenerate();
  const [now] = useState(() => new Date());
  const [channels, setChannels] = useState<EntityRecord[]>([]);
  const [isCustom, setCustom] = useState(false);
  const [frequency, setFrequency] = useState<Frequency>('daily');
  const [choiceIndex, setChoiceIndex] = useState(0);
  const [range, setRange] = useState<Range>();
  const [format, setFormat] = useState<'csv' | 'xlsx'>('csv');
  const [fault, setFault] = useState<string>();
  const choices = rangeChoices(frequency, now);
  const chosen = choices[choiceIndex] ?? choices[0];
  const period = isCustom ? range && { from: range.start, to: range.end } : chosen;
  const timeframe = isCustom ? 'custom' : frequency;

  const send = async (): Promise<void> => {
    if (!period) return setFault(t('Choose a start and an end'));
    setFault(undefined);
    try {
      await generate({
        ...{ type, timeframe, startIsoStringDate: period.from, endIsoStringDate: period.to, format },
        ...(channels.length > 0 && { channels: channels.map(({ id }) => id) }),
      });
    } catch (error) {
      setFault(toErrorText(error));
    }
  };
  return (
    <Form
      aria-labelledby="new-report"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h2 id="new-report">{t('New report')}</h2>
      <Choice id="report-type" label={t('Type')} value={type} onChoose={setType}>
        {types.map((one) => (
          <MenuItem key={one} value={one}>
            {TYPE_LABELS[one]}
          </MenuItem>
        ))}
      </Choice>
      <p data-about>{TYPE_DESCRIPTIONS[type]}</p>
      <div>
        <label htmlFor="report-channels">{t('Channels')}</label>
        <RecordPicker
          reference={{ entity: 'channel', create: false }}
          placeholder={t('All channels')}
          chosen={channels}
          multiple
          aria={{ id: 'report-channels' }}
          onChoose={setChannels}
        />
      </div>
      <div>
        <span className="label" id="report-timeframe">
          {t('Timeframe')}
        </span>
        <SegmentedChoice
          labelledBy="report-timeframe"
          value={isCustom ? 'custom' : 'frequency'}
          words={[
            ['frequency', t('By period')],
            ['custom', t('Custom range')],
          ]}
          onChoose={(value) => setCustom(value === 'custom')}
        />
        {isCustom ? (
          <div style={{ marginTop: 12 }}>
            <RangePicker label={t('Choose a range')} value={range} onChange={setRange} />
          </div>
        ) : (
          <Pair>
            <Choice
              id="report-frequency"
              name={t('Frequency')}
              value={frequency}
              onChoose={(value) => {
                setFrequency(value);
                setChoiceIndex(0);
              }}
            >
              {FREQUENCIES.map((one) => (
                <MenuItem key={one} value={one}>
                  {FREQUENCY_LABELS[one]}
                </MenuItem>
              ))}
            </Choice>
            <Choice id="report-period" name={t('Period')} value={choiceIndex} onChoose={setChoiceIndex}>
              {choices.map(({ label }, index) => (
                <MenuItem key={label} value={index}>
                  {periodText(label)}
                </MenuItem>
              ))}
            </Choice>
          </Pair>
        )}
      </div>
      <div>
        <span className="label" id="report-format">
          {t('File')}
        </span>
        <SegmentedChoice
          labelledBy="report-format"
          value={format}
          words={[
            ['csv', 'CSV'],
            ['xlsx', 'XLSX'],
          ]}
          onChoose={setFormat}
        />
      </div>
      <p>
        {t(format === 'csv' ? '%{report}, UTC+7:00.' : '%{report}, UTC+7:00. Up to 1,048,575 rows.', {
          report: [rowText(type, timeframe), ...(period ? [rangeText(period, now.getTime())] : [])].join(
            t(', '),
          ),
        })}
      </p>
      <Button type="submit" variant="contained" disabled={isAsking}>
        {t('Generate')}
      </Button>
      {fault === undefined ? null : <p role="alert">{fault}</p>}
    </Form>
  );
};

interface ChoiceProps<T extends string | number> {
  id: string;
  /** Visible label; `name` is an invisible one. */
  label?: string;
  name?: string;
  value: T;
  onChoose: (value: T) => void;
  children: ReactNode;
}

function Choice<T extends string | number>({ id, label, name, value, onChoose, children }: ChoiceProps<T>) {
  return (
    <div style={{ minWidth: 0 }}>
      {label === undefined ? null : (
        <span className="label" id={`${id}-label`}>
          {label}
        </span>
      )}
      <Select
        size="small"
        fullWidth
        id={id}
        labelId={label === undefined ? undefined : `${id}-label`}
        slotProps={{ input: label === undefined ? { 'aria-label': name } : undefined }}
        SelectDisplayProps={label === undefined ? { 'aria-label': name } : undefined}
        value={value}
        onChange={(event) => onChoose(event.target.value as T)}
      >
        {children}
      </Select>
    </div>
  );
}

interface EitherProps<T extends string> {
  labelledBy: string;
  value: T;
  words: [T, string][];
  onChoose: (value: T) => void;
}

function SegmentedChoice<T extends string>({ labelledBy, value, words, onChoose }: EitherProps<T>) {
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      aria-labelledby={labelledBy}
      value={value}
      onChange={(_, chosen: T | null) => {
        if (chosen !== null) onChoose(chosen);
      }}
    >
      {words.map(([one, label]) => (
        <ToggleButton key={one} value={one}>
          {label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
