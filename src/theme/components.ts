import type { Components, Theme } from '@mui/material/styles';
import { t } from '../../schemas/texts/translate.ts';
import { inputs } from './inputs.ts';
import {
  CONTROL_HEIGHT,
  FONT,
  PHONE,
  type Palette,
  RADIUS,
  RADIUS_LARGE,
  RADIUS_SMALL,
  ROW_HEIGHT,
} from './tokens.ts';
import { EVEN_PARTS, TOUCH_DEVICE, TOUCH_TARGET } from './touch.ts';
import { floatingSurface, surfaces } from './surfaces.ts';
import { TEXT } from './text.ts';

const FOCUS = '&:focus-visible, &.Mui-focusVisible';

/** Styles of MUI's components: lines instead of shadows, no ripples, visible focus, dense and even sizes. */
export const components = (p: Palette): Components<Theme> => {
  const ring = { outline: `2px solid ${p.focus}`, outlineOffset: 2 };
  const floating = floatingSurface(p);
  const off = { color: p.inkOff, backgroundColor: p.sunken, borderColor: p.line };
  const alertColors = (text: string, ground: string) => ({
    color: text,
    backgroundColor: ground,
    '& .MuiAlert-icon': { color: 'inherit' },
  });

  return {
    MuiCssBaseline: {
      styleOverrides: {
        html: { WebkitFontSmoothing: 'antialiased', textSizeAdjust: '100%' },
        // Tabular figures are for columns of numbers only: they widen hyphens and colons in words too.
        body: { fontFamily: FONT, ...TEXT.small },
        'a:focus-visible, button:focus-visible, [tabindex]:focus-visible': ring,
        '::selection': { background: p.accentSoft },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '1ms !important',
            transitionDuration: '1ms !important',
          },
        },
      },
    },
    MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { [FOCUS]: ring } } },
    MuiButton: {
      defaultProps: { disableElevation: true, size: 'small' },
      styleOverrides: {
        root: {
          minHeight: CONTROL_HEIGHT,
          minWidth: 0,
          padding: '5px 12px',
          border: '1px solid transparent',
          borderRadius: RADIUS,
          ...TEXT.small,
          whiteSpace: 'nowrap',
          [PHONE]: { minHeight: 36 },
        },
        text: {
          color: p.ink2,
          '&:hover': { backgroundColor: p.hover, color: p.ink },
          '&.Mui-disabled': { color: p.inkOff },
        },
        outlined: {
          borderColor: p.frame,
          color: p.ink,
          backgroundColor: p.sheet,
          '&:hover': { borderColor: p.frame, backgroundColor: p.hover },
          '&.Mui-disabled': off,
          [PHONE]: { minHeight: TOUCH_TARGET },
        },
        contained: { '&.Mui-disabled': off, [PHONE]: { minHeight: TOUCH_TARGET } },
        startIcon: { marginLeft: -2, marginRight: 6, '& > *:nth-of-type(1)': { fontSize: 16 } },
        endIcon: { marginRight: -2, marginLeft: 6, '& > *:nth-of-type(1)': { fontSize: 16 } },
      },
      variants: [
        {
          props: { variant: 'contained', color: 'error' },
          style: {
            color: p.onDanger,
            backgroundColor: p.dangerFill,
            '&:hover': { backgroundColor: p.danger, color: p.sheet },
          },
        },
        { props: { variant: 'outlined', color: 'error' }, style: { color: p.danger } },
        { props: { variant: 'text', color: 'error' }, style: { color: p.danger } },
      ],
    },
    MuiIconButton: {
      styleOverrides: {
        root: {
          borderRadius: RADIUS,
          color: p.ink2,
          '&:hover': { backgroundColor: p.hover, color: p.ink },
        },
        sizeSmall: { padding: 6 },
        sizeMedium: { padding: 7, [PHONE]: { padding: 11 } },
      },
    },
    MuiSvgIcon: { styleOverrides: { root: { fontSize: 18 }, fontSizeSmall: { fontSize: 18 } } },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { backgroundImage: 'none' }, rounded: { borderRadius: RADIUS_LARGE } },
    },
    MuiCard: { styleOverrides: { root: { border: `1px solid ${p.frame}`, boxShadow: 'none' } } },
    MuiDivider: { styleOverrides: { root: { borderColor: p.line } } },
    MuiListItemButton: { styleOverrides: { root: { borderRadius: RADIUS } } },
    MuiListItemIcon: { styleOverrides: { root: { minWidth: 32, color: p.ink3 } } },
    MuiTable: { styleOverrides: { root: { borderCollapse: 'separate' } } },
    MuiTableCell: {
      styleOverrides: {
        root: {
          height: ROW_HEIGHT,
          padding: '6px 12px',
          ...TEXT.small,
          borderColor: p.line,
        },
        head: { height: 36, fontSize: 12, fontWeight: 500, color: p.ink3, whiteSpace: 'nowrap' },
      },
    },
    MuiTableRow: { styleOverrides: { root: { '&.MuiTableRow-hover:hover': { backgroundColor: p.hover } } } },
    MuiTableSortLabel: {
      styleOverrides: { root: { '&.Mui-active': { color: p.ink } }, icon: { fontSize: 14 } },
    },
    MuiTabs: { styleOverrides: { root: { minHeight: 40 }, indicator: { height: 2 } } },
    MuiTab: {
      styleOverrides: {
        root: {
          minHeight: 40,
          minWidth: 0,
          padding: '8px 0',
          marginRight: 20,
          [PHONE]: { minHeight: TOUCH_TARGET },
          fontSize: 13,
          fontWeight: 400,
          letterSpacing: 0,
          textTransform: 'none',
          color: p.ink2,
          '&.Mui-selected': { color: p.ink, fontWeight: 500 },
        },
      },
    },
    MuiChip: {
      styleOverrides: {
        root: {
          borderRadius: RADIUS_SMALL,
          height: 22,
          ...TEXT.caption,
          fontWeight: 400,
          color: p.ink2,
          [PHONE]: { '&.MuiChip-deletable': { height: 32 } },
        },
        label: { paddingLeft: 7, paddingRight: 7 },
        filled: { backgroundColor: p.neutralSoft },
        outlined: { borderColor: p.frame },
        deleteIcon: {
          fontSize: 14,
          color: p.ink3,
          '&:hover': { color: p.ink },
          // A touch target of 44 pixels.
          [PHONE]: { boxSizing: 'content-box', padding: '15px 9px', margin: '-15px -5px' },
        },
      },
    },
    MuiAlert: {
      defaultProps: { closeText: t('Close') },
      styleOverrides: {
        root: {
          borderRadius: RADIUS,
          ...TEXT.small,
          padding: '8px 12px',
          // The action is on the first line of the message, without making it higher.
          '& > .MuiAlert-action': { padding: '0 0 0 16px', marginBlock: -6, [PHONE]: { marginBlock: -8 } },
          // On a phone the message has the full width, and the action the line below.
          [PHONE]: {
            '&:has(> .MuiAlert-action > .MuiButton-root)': {
              flexWrap: 'wrap',
              '& > .MuiAlert-message': { flex: '1 0 calc(100% - 26px)', width: 0 },
              '& > .MuiAlert-action': { flex: '1 0 100%', margin: '0 0 -8px', padding: '0 0 0 14px' },
            },
          },
          // An underlined link within the message, not a grey word.
          '&:not(.MuiAlert-outlined) .MuiButton-text': {
            color: 'inherit',
            textDecoration: 'underline',
            textUnderlineOffset: 2,
            '&:hover': { color: 'inherit' },
          },
          '&.MuiAlert-colorError': alertColors(p.danger, p.dangerSoft),
          '&.MuiAlert-colorWarning': alertColors(p.warning, p.warningSoft),
          '&.MuiAlert-colorInfo': alertColors(p.info, p.infoSoft),
          '&.MuiAlert-colorSuccess': alertColors(p.success, p.successSoft),
        },
        icon: {
          padding: 0,
          marginRight: 8,
          fontSize: 18,
          alignItems: 'flex-start',
          '& > *': { marginTop: 1 },
        },
        message: { padding: 0 },
        action: { padding: 0, alignItems: 'flex-start' },
      },
    },
    MuiLink: {
      defaultProps: { underline: 'hover' },
      styleOverrides: { root: { '&:not([color=inherit])': { color: p.accentText } } },
    },
    MuiAccordion: {
      defaultProps: { disableGutters: true, elevation: 0 },
      styleOverrides: { root: { border: `1px solid ${p.frame}`, '&::before': { display: 'none' } } },
    },
    MuiToggleButtonGroup: {
      styleOverrides: {
        root: {
          ...{ alignSelf: 'flex-start', padding: 2, gap: 2, borderRadius: RADIUS, backgroundColor: p.track },
          // A group among outlined inputs is outlined too; its parts have the same width.
          [PHONE]: { ...EVEN_PARTS, backgroundColor: p.sheet, boxShadow: `inset 0 0 0 1px ${p.frame}` },
        },
      },
    },
    MuiToggleButton: {
      styleOverrides: {
        root: {
          minHeight: 28,
          // With the border of its group it has the height of a touch target; the group may scroll, and would clip an overlay.
          [TOUCH_DEVICE]: { minHeight: TOUCH_TARGET - 4 },
          [PHONE]: { minHeight: TOUCH_TARGET, borderRadius: `${RADIUS}px !important` },
          padding: '0 10px',
          border: 0,
          borderRadius: `${RADIUS_SMALL}px !important`,
          fontSize: 13,
          fontWeight: 400,
          textTransform: 'none',
          color: p.ink2,
          '&.Mui-selected, &.Mui-selected:hover': {
            color: p.ink,
            fontWeight: 500,
            backgroundColor: p.thumb,
            boxShadow: `0 0 0 1px ${p.frame}`,
            [PHONE]: {
              color: p.accentText,
              backgroundColor: p.accentSoft,
              boxShadow: `inset 0 0 0 1px ${p.accent}`,
            },
          },
        },
      },
    },
    MuiPaginationItem: { styleOverrides: { root: { borderRadius: RADIUS } } },
    ...surfaces(p, floating),
    ...inputs(p, floating),
  };
};
