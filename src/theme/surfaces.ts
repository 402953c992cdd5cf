import type { Components, Theme } from '@mui/material/styles';
import { CONTROL_HEIGHT, HEADER_HEIGHT, PHONE, type Palette, RADIUS, RADIUS_LARGE } from './tokens.ts';
import { TEXT } from './text.ts';

/** Look of what floats over the page: menus, dialogs and the lists of selects. */
export const floatingSurface = (p: Palette) => ({
  border: `1px solid ${p.frame}`,
  borderRadius: RADIUS_LARGE,
  backgroundColor: p.raised,
  '--ground': p.raised,
  backgroundImage: 'none',
  boxShadow: p.shadowMenu,
});

/**
 * Styles of menus, dialogs, drawers and tooltips.
 * @param floating of `floatingSurface`
 */
export const surfaces = (p: Palette, floating: ReturnType<typeof floatingSurface>): Components<Theme> => ({
  MuiPopover: { styleOverrides: { paper: floating } },
  MuiMenu: { styleOverrides: { paper: { ...floating, marginTop: 4 }, list: { padding: 4 } } },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        minHeight: CONTROL_HEIGHT,
        padding: '6px 8px',
        borderRadius: RADIUS,
        ...TEXT.small,
        whiteSpace: 'normal',
        color: p.ink,
        '&:hover, &.Mui-focusVisible': { backgroundColor: p.hover },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: p.accentSoft },
        '& .MuiListItemIcon-root': { minWidth: 26, color: p.ink3 },
        '& .MuiListItemIcon-root svg': { fontSize: 16 },
        [PHONE]: { minHeight: 44 },
      },
    },
  },
  MuiDialog: {
    defaultProps: { maxWidth: 'xs' },
    styleOverrides: {
      // It has the focus while it opens; an outline is not needed on a modal surface.
      root: { '& > [tabindex="-1"]:focus-visible, & > * > [tabindex="-1"]:focus-visible': { outline: 0 } },
      paper: { ...floating, boxShadow: p.shadowDialog },
      paperWidthXs: { maxWidth: 440 },
      // In full screen it has the padding and header of a screen.
      paperFullScreen: {
        borderRadius: 0,
        border: 0,
        [PHONE]: {
          '& > .MuiDialogTitle-root': {
            ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' },
            minHeight: HEADER_HEIGHT,
            boxSizing: 'border-box',
            padding: '6px 16px',
          },
          '& > .MuiDialogContent-root': { paddingLeft: 16, paddingRight: 16 },
          '& > .MuiDialogActions-root': { padding: '12px 16px' },
        },
      },
    },
  },
  MuiBackdrop: {
    styleOverrides: {
      root: { backgroundColor: p.scrim },
      invisible: { backgroundColor: 'transparent' },
    },
  },
  MuiDialogTitle: {
    styleOverrides: { root: { ...TEXT.heading, fontWeight: 600, padding: '16px 24px 0' } },
  },
  MuiDialogContent: {
    styleOverrides: {
      root: {
        padding: '16px 24px 24px',
        '.MuiDialogTitle-root + &': { paddingTop: 12 },
        '& .MuiOutlinedInput-root': { backgroundColor: p.raised },
      },
      dividers: { borderColor: p.line },
    },
  },
  MuiDialogActions: {
    styleOverrides: {
      root: {
        padding: '12px 24px',
        gap: 8,
        borderTop: `1px solid ${p.line}`,
        '& > :not(style) ~ :not(style)': { marginLeft: 0 },
      },
    },
  },
  MuiDrawer: {
    styleOverrides: {
      paper: {
        backgroundImage: 'none',
        backgroundColor: p.raised,
        '--ground': p.raised,
        borderColor: p.frame,
      },
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400 },
    styleOverrides: {
      tooltip: {
        backgroundColor: p.ink,
        color: p.sheet,
        ...TEXT.caption,
        fontWeight: 400,
        padding: '3px 8px',
        borderRadius: RADIUS,
      },
    },
  },
});
