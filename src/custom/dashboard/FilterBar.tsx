import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { ReactNode } from 'react';
import { PRESETS, type PresetId, type Range } from '../../resources/dates/rangeModel.ts';
import { RangePicker } from '../../resources/dates/RangePicker.tsx';
import { type DashboardFilter, fits, INTERVALS, intervalOf } from './filterModel.ts';
import { OfferedSelect } from './OfferedSelect.tsx';

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
  [theme.breakpoints.down('md')]: { '& .range': { marginLeft: 0 } },
  // All of them are in sight on a phone.
  [theme.breakpoints.down('sm')]: {
    '& .range': { width: '100%' },
    '& .presets': { display: 'flex', flex: '1 1 270px' },
    '& .presets button': { flex: '1 1 auto', minWidth: 44, padding: '0 2px' },
    '& .presets .unit::before': { content: 'attr(data-short)' },
    '& .presets .unit > span': { display: 'none' },
    '& .range > button': { flex: 'none', padding: '0 12px' },
    '& .range > button > span:first-of-type': { display: 'none' },
  },
}));

/** `24` and `hours` of "Last 24 hours": on a phone `24 h`. */
const amountOf = (label: string): string => label.split(' ')[1] ?? label;
const SHORT: Readonly<Record<string, string>> = { hours: 'h', days: 'd', months: 'mo' };
const unitOf = (label: string): string => label.split(' ')[2] ?? '';

interface FilterBarProps {
  filter: DashboardFilter;
  range: Range;
  onChange: (filter: DashboardFilter) => void;
  /** Charts are drawn in an interval. */
  hasInterval?: boolean;
  /** Further filters, behind that of the channels. */
  children?: ReactNode;
}

/** Channels, interval and range of a dashboard. */
export const FilterBar = ({ filter, range, onChange, hasInterval = false, children }: FilterBarProps) => {
  const { span, channels } = filter;
  const isCustom = typeof span !== 'string';
  return (
    <Bar role="group" aria-label="Filters">
      <OfferedSelect
        path="channels"
        label="Channels"
        placeholder="All channels"
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
          slotProps={{ input: { 'aria-label': 'Interval' } }}
          sx={{ width: 112 }}
        >
          {INTERVALS.map(({ id, label }) => (
            <MenuItem key={id} value={id} disabled={!fits(range, id)}>
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
          aria-label="Range"
          value={isCustom ? null : span}
          onChange={(_, chosen: PresetId | null) =>
            // Another range has the interval that suits it.
            chosen && onChange({ ...filter, span: chosen, interval: undefined })
          }
        >
          {PRESETS.map(({ id, label }) => (
            <ToggleButton key={id} value={id} aria-label={label}>
              {amountOf(label)}&nbsp;
              <span className="unit" data-short={SHORT[unitOf(label)]}>
                <span>{unitOf(label)}</span>
              </span>
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <RangePicker
          label="Custom"
          value={isCustom ? span : undefined}
          onChange={(chosen) => onChange({ ...filter, span: chosen, interval: undefined })}
        />
      </div>
    </Bar>
  );
};
