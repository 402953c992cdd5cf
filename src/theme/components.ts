import type { Components, Theme } from '@mui/material/styles';
import { FONT, type Palette, RADIUS, ROW_HEIGHT } from './tokens.ts';

const FOCUS = '&:focus-visible, &.Mui-focusVisible';

/** How MUI's components look here: borders instead of shadows, no ripples, visible focus, dense and even measures. */
export const components = (p: Palette): Components<Theme> => {
  const ring = { outline: `2px solid ${p.accent}`, outlineOffset: 2 };
  const floating = {
    border: `1px solid ${p.border}`,
    boxShadow: '0 8px 24px rgba(0, 0, 0, 0.12), 0 1px 2px rgba(0, 0, 0, 0.06)',
    backgroundImage: 'none',
  };

  return {
    MuiCssBaseline: {
      styleOverrides: {
        html: { WebkitFontSmoothing: 'antialiased', textSizeAdjust: '100%' },
        body: { fontFamily: FONT, fontSize: 14, lineHeight: '20px' },
        'table, time, input[type=number]': { fontVariantNumeric: 'tabular-nums' },
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
          minHeight: 36,
          padding: '7px 14px',
          borderRadius: RADIUS,
          fontSize: 14,
          fontWeight: 500,
          whiteSpace: 'nowrap',
        },
        sizeSmall: { minHeight: 36, fontSize: 14 },
        text: { padding: '7px 10px' },
        outlined: {
          borderColor: p.border,
          color: p.text,
          backgroundColor: p.surface,
          '&:hover': { borderColor: p.borderStrong, backgroundColor: p.hover },
        },
        startIcon: { '& > *:nth-of-type(1)': { fontSize: 18 } },
      },
      variants: [
        {
          props: { variant: 'outlined', color: 'error' },
          style: {
            color: p.danger,
            borderColor: p.border,
            '&:hover': { borderColor: p.danger, backgroundColor: p.dangerSoft },
          },
        },
      ],
    },
    MuiIconButton: {
      styleOverrides: {
        root: {
          borderRadius: RADIUS,
          color: p.textMuted,
          '&:hover': { backgroundColor: p.hover, color: p.text },
        },
        sizeSmall: { padding: 6 },
        sizeMedium: { padding: 8 },
      },
    },
    MuiSvgIcon: { styleOverrides: { root: { fontSize: 20 }, fontSizeSmall: { fontSize: 18 } } },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { backgroundImage: 'none' }, rounded: { borderRadius: RADIUS } },
    },
    MuiCard: { styleOverrides: { root: { border: `1px solid ${p.border}`, boxShadow: 'none' } } },
    MuiPopover: { styleOverrides: { paper: floating } },
    MuiMenu: { styleOverrides: { paper: { ...floating, marginTop: 4 }, list: { padding: 4 } } },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          minHeight: 36,
          padding: '6px 10px',
          borderRadius: 6,
          fontSize: 14,
          '&.Mui-selected': { backgroundColor: p.accentSoft },
          '& .MuiListItemIcon-root': { minWidth: 30, color: p.textMuted },
        },
      },
    },
    MuiListItemButton: { styleOverrides: { root: { borderRadius: 6 } } },
    MuiListItemIcon: { styleOverrides: { root: { minWidth: 32, color: p.textMuted } } },
    MuiAutocomplete: {
      styleOverrides: {
        paper: floating,
        listbox: { padding: 4 },
        option: { borderRadius: 6, minHeight: 36 },
      },
    },
    MuiDialog: {
      styleOverrides: {
        paper: { ...floating, borderRadius: 12, boxShadow: '0 24px 64px rgba(0, 0, 0, 0.22)' },
        paperFullScreen: { borderRadius: 0, border: 0 },
      },
    },
    MuiBackdrop: {
      styleOverrides: {
        root: { backgroundColor: p.backdrop },
        invisible: { backgroundColor: 'transparent' },
      },
    },
    MuiDialogTitle: {
      styleOverrides: { root: { fontSize: 16, lineHeight: '24px', fontWeight: 600, padding: '16px 20px' } },
    },
    MuiDialogContent: {
      styleOverrides: { root: { padding: '4px 20px 16px' }, dividers: { borderColor: p.border } },
    },
    MuiDialogActions: {
      styleOverrides: {
        root: { padding: '12px 20px', gap: 8, '& > :not(style) ~ :not(style)': { marginLeft: 0 } },
      },
    },
    MuiDrawer: { styleOverrides: { paper: { backgroundImage: 'none', borderColor: p.border } } },
    MuiTextField: { defaultProps: { size: 'small', variant: 'outlined' } },
    MuiFormControl: { defaultProps: { size: 'small' } },
    MuiSelect: { defaultProps: { size: 'small' } },
    MuiInputLabel: { styleOverrides: { root: { fontSize: 14, color: p.textMuted } } },
    MuiFormLabel: { styleOverrides: { root: { fontSize: 14 }, asterisk: { color: p.danger } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          borderRadius: RADIUS,
          backgroundColor: p.surface,
          fontSize: 14,
          '& .MuiOutlinedInput-notchedOutline': { borderColor: p.border, transition: 'border-color 120ms' },
          '&:hover:not(.Mui-disabled, .Mui-error) .MuiOutlinedInput-notchedOutline': {
            borderColor: p.borderStrong,
          },
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
            borderWidth: 1,
            borderColor: p.accent,
            boxShadow: `0 0 0 3px ${p.accentSoft}`,
          },
          '&.Mui-error.Mui-focused .MuiOutlinedInput-notchedOutline': {
            borderColor: p.danger,
            boxShadow: `0 0 0 3px ${p.dangerSoft}`,
          },
          '&.Mui-disabled': { backgroundColor: p.subtle },
        },
        input: {
          '&::placeholder': { color: p.textFaint, opacity: 1 },
          '&.MuiInputBase-inputSizeSmall': { paddingTop: 8, paddingBottom: 8, height: 20 },
        },
      },
    },
    MuiFormHelperText: {
      styleOverrides: {
        root: { marginLeft: 0, marginRight: 0, fontSize: 12, lineHeight: '16px', color: p.textMuted },
      },
    },
    MuiCheckbox: { styleOverrides: { root: { padding: 8, color: p.borderStrong } } },
    MuiRadio: { styleOverrides: { root: { padding: 8, color: p.borderStrong } } },
    MuiSwitch: { defaultProps: { size: 'small' } },
    MuiTable: { styleOverrides: { root: { borderCollapse: 'separate' } } },
    MuiTableCell: {
      styleOverrides: {
        root: {
          height: ROW_HEIGHT,
          padding: '6px 12px',
          fontSize: 14,
          lineHeight: '20px',
          borderColor: p.border,
        },
        head: {
          height: 40,
          fontSize: 12,
          fontWeight: 500,
          color: p.textMuted,
          backgroundColor: p.surface,
          whiteSpace: 'nowrap',
        },
      },
    },
    MuiTableRow: { styleOverrides: { root: { '&.MuiTableRow-hover:hover': { backgroundColor: p.hover } } } },
    MuiTableSortLabel: {
      styleOverrides: { root: { '&.Mui-active': { color: p.text } }, icon: { fontSize: 16 } },
    },
    MuiTabs: { styleOverrides: { root: { minHeight: 40 }, indicator: { height: 2, borderRadius: 1 } } },
    MuiTab: {
      styleOverrides: {
        root: {
          minHeight: 40,
          minWidth: 0,
          padding: '8px 12px',
          fontSize: 14,
          fontWeight: 500,
          textTransform: 'none',
          color: p.textMuted,
        },
      },
    },
    MuiChip: {
      styleOverrides: {
        root: { borderRadius: 6, height: 24, fontSize: 12, fontWeight: 500 },
        filled: { backgroundColor: p.subtle },
        outlined: { borderColor: p.border },
      },
    },
    MuiTooltip: {
      defaultProps: { enterDelay: 400 },
      styleOverrides: {
        tooltip: {
          backgroundColor: p.text,
          color: p.surface,
          fontSize: 12,
          fontWeight: 400,
          padding: '4px 8px',
          borderRadius: 6,
        },
      },
    },
    MuiAlert: {
      styleOverrides: {
        root: {
          borderRadius: RADIUS,
          fontSize: 14,
          padding: '8px 12px',
          alignItems: 'center',
          '&.MuiAlert-standard.MuiAlert-colorError': { backgroundColor: p.dangerSoft, color: p.danger },
        },
        icon: { padding: 0 },
        message: { padding: 0 },
      },
    },
    MuiSkeleton: {
      defaultProps: { animation: 'wave' },
      styleOverrides: { root: { backgroundColor: p.subtle }, text: { borderRadius: 4 } },
    },
    MuiLink: { defaultProps: { underline: 'hover' } },
    MuiAccordion: {
      defaultProps: { disableGutters: true, elevation: 0 },
      styleOverrides: { root: { border: `1px solid ${p.border}`, '&::before': { display: 'none' } } },
    },
    MuiToggleButton: {
      styleOverrides: {
        root: { textTransform: 'none', borderColor: p.border, padding: '6px 10px', color: p.textMuted },
      },
    },
    MuiPaginationItem: { styleOverrides: { root: { borderRadius: 6 } } },
  };
};
