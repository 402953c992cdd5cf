import { styled } from '@mui/material/styles';
import type { Theme } from '@mui/material/styles';
import type { Tone } from '../../../../schemas/model/types.ts';

const toneColor = (theme: Theme, tone: Tone): string => {
  const { palette } = theme.vars ?? theme;
  const colors: Record<Tone, string> = {
    neutral: palette.text.secondary,
    info: palette.info.main,
    success: palette.success.main,
    warning: palette.warning.main,
    danger: palette.error.main,
  };
  return colors[tone];
};

/** A soft badge for a state or a choice; the same tone means the same everywhere. */
export const Badge = styled('span', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone?: Tone }>(({
  theme,
  tone = 'neutral',
}) => {
  const color = toneColor(theme, tone);
  const { palette } = theme.vars ?? theme;
  return {
    display: 'inline-block',
    maxWidth: '100%',
    padding: '2px 8px',
    borderRadius: 6,
    fontSize: 12,
    lineHeight: '16px',
    fontWeight: 500,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    verticalAlign: 'middle',
    color: `color-mix(in srgb, ${color} 70%, ${palette.text.primary})`,
    backgroundColor: `color-mix(in srgb, ${color} 14%, transparent)`,
  };
});
