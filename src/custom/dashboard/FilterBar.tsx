import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { ReactNode } from 'react';
import { PRESETS, type Preset, type PresetId, type Range } from '../../resources/dates/rangeModel.ts';
import { RangePicker } from '../../resources/dates/RangePicker.tsx';
import { type DashboardFilter, isIntervalAllowed, INTERVALS, intervalOf } from './filterModel.ts';
import { AsyncFilterSelect } from './AsyncFilterSelect.tsx';
import { t } from '../../../schemas/texts/translate.ts';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  margin: '0 calc(-1 * var(--edge))',
  padding: '0 var(--edge) 12px',
  borderBottom: '1px solid var(--line)',
  '& .range': { display: 'flex', flexWrap: 'wrap', gap: 8, marginLeft: 'auto', minWidth: 0 },
  '& .presets': { maxWidth: '100%', overflowX: 'auto' },
  '& .presets button': { whiteSpace: 'nowrap' },
  // "All" is a value too, not a placeholder.
  '& input::placeholder': { color: 'var(--ink)' },
  [theme.breakpoints.down('md')]: { '& .range': { marginLeft: 0 } },
  // All presets fit on a phone.
  [theme.breakpoints.down('sm')]: {
    '& .range': { width: '100%' },
    '& .presets': { display: 'flex', flex: '1 1 270px', overflow: 'visible' },
    '& .presets button': { flex: '1 1 auto', minWidth: 44, padding: '0 2px' },
    '& .presets .unit::before': { content: 'attr(data-short)' },
    '& .presets .unit > span': { display: 'none' },
    '& .range > button': { flex: 'none', padding: '0 12px' },
    '& .range > button > span:first-of-type': { display: 'none' },
  },
}));

/** `24` and `hours` of the last 24 hours; the short form is `24 h`. */
const lengthParts = (preset: Preset): { amount: number; unit: string; short: string } => {
  if ('hours' in preset) return { amount: preset.hours, unit: t('hours'), short: t('h') };
  if ('days' in preset) return { amount: preset.days, unit: t('days'), short: t('d') };
  return { amount: preset.months, unit: t('months'), short: t('mo') };
};

/** The length of a preset on its button. */
const PresetLength = ({ preset }: { preset: Preset }) => {
  const { amount, unit, short } = lengthParts(preset);
  return (
    <>
      {amount}&nbsp;
      <span className="unit" data-short={short}>
        <span>{unit}</span>
      </span>
    </>
  );
};

interface FilterBarProps {
  filter: DashboardFilter;
  range: Range;
  onChange: (filter: DashboardFilter) => void;
  /** Whether there is a choice of the charts' interval. */
  hasInterval?: boolean;
  /** Further filters, after the channels. */
  children?: ReactNode;
}

/** Channels, interval and range of a dashboard. */
export const FilterBar = ({ filter, range, onChange, hasInterval = false, children }: FilterBarProps) => {
  const { span, channels } = filter;
  const isCustom = typeof span !== 'string';
  return (
    <Bar role="group" aria-label={t('Filters')}>
      <AsyncFilterSelect
        path="channels"
        label={t('Channels')}
        placeholder={t('All channels')}
        value={channels}
        onChange={(ids) => onChange({ ...filter, channels: ids })}
        width={260}
      />
      {children}
      {hasInterval && (
        <Select
          size="small"
          value={intervalOf(filter, range)}
          onChange={({ target }) => onChange({ ...filter, interval: target.value })}
          slotProps={{ input: { 'aria-label': t('Interval') } }}
          sx={{ width: 112 }}
        >
          {INTERVALS.map(({ id, label }) => (
            <MenuItem key={id} value={id} disabled={!isIntervalAllowed(range, id)}>
              {label}
            </MenuItem>
          ))}
        </Select>
      )}
      <div className="range">
        <ToggleButtonGroup
          exclusive
          size="small"
          className="presets"
          aria-label={t('Range')}
          value={isCustom ? null : span}
          onChange={(_, chosen: PresetId | null) =>
            // Another range has its default interval.
            chosen && onChange({ ...filter, span: chosen, interval: undefined })
          }
        >
          {PRESETS.map((preset) => (
            <ToggleButton key={preset.id} value={preset.id} aria-label={preset.label}>
              <PresetLength preset={preset} />
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <RangePicker
          label={t('Custom')}
          value={isCustom ? span : undefined}
          onChange={(chosen) => onChange({ ...filter, span: chosen, interval: undefined })}
        />
      </div>
    </Bar>
  );
};
