import { styled } from '@mui/material/styles';
import { PATTERNS, type Pattern } from '../../../schemas/richMenus/patterns.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { PatternDrawing } from './PatternDrawing.tsx';
import { RadioButtons } from './RadioButtons.tsx';

const Patterns = styled(RadioButtons<Pattern>)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, 54px)',
  '& button': { width: 54, minHeight: 24 },
  '& rect': { fill: 'var(--press)', stroke: 'var(--field)' },
  '& button:hover:enabled rect': { fill: 'var(--hover)' },
  '& button[aria-checked=true] rect': { fill: 'var(--accent-soft)', stroke: 'var(--accent)' },
  '@media (pointer: coarse)': { '& button': { minHeight: 44 } },
  // All patterns of a size fit on one line.
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: 'repeat(8, minmax(0, 54px))',
    gap: 4,
    '& button': { width: 'auto', minWidth: 0 },
    '& svg': { width: '100%' },
  },
}));

interface PatternPickerProps {
  label: string;
  patterns: readonly Pattern[];
  value: Pattern;
  disabled?: boolean;
  onChange: (pattern: Pattern) => void;
}

/** Chooses a pattern by its thumbnail. */
export function PatternPicker({ patterns, ...props }: PatternPickerProps) {
  const options = patterns.map((pattern) => {
    const count = PATTERNS[pattern].areas.length;
    return {
      value: pattern,
      label: t(count === 1 ? '%{pattern}, 1 area' : '%{pattern}, %{count} areas', { pattern, count }),
      content: <PatternDrawing pattern={pattern} />,
    };
  });
  return <Patterns options={options} {...props} />;
}
