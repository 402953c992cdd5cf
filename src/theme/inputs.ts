import type { Components, Theme } from '@mui/material/styles';
import { PHONE, type Palette, RADIUS, RADIUS_SMALL } from './tokens.ts';
import { FINGER, TARGET } from './touch.ts';
import { t } from '../../schemas/texts/translate.ts';
import { TEXT } from './text.ts';

/** How far from the edge the arrow of what is chosen from a list stands, in pixels. */
const ARROW_INSET = 9;

/** How what can be typed in, chosen or ticked looks: an edge of 3:1 that thickens with the focus, 36 px high in forms. */
export const inputs = (p: Palette, floating: object): Components<Theme> => {
  const edge = (color: string) => ({ borderWidth: 1, borderColor: color, boxShadow: `0 0 0 1px ${color}` });
  return {
    // Each input that comes or goes would bring or take keyframes, for which the browser finds the styles of the whole
    // page anew. They tell a floating label that the browser filled something in, which it has no reason to here.
    MuiInputBase: { defaultProps: { disableInjectingGlobalStyles: true } },
    MuiTextField: { defaultProps: { size: 'small', variant: 'outlined' } },
    MuiFormControl: { defaultProps: { size: 'small' } },
    MuiSelect: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        icon: { color: p.ink3, right: ARROW_INSET },
        // As high as an input of its size, whose line is 22 high.
        select: { '&&': { minHeight: 22 } },
      },
    },
    MuiAutocomplete: {
      defaultProps: {
        clearText: t('Clear'),
        closeText: t('Close'),
        loadingText: t('Loading…'),
        noOptionsText: t('No options'),
        openText: t('Open'),
      },
      styleOverrides: {
        // As high as every other input, with chips in it too.
        root: {
          '& .MuiOutlinedInput-root.MuiInputBase-sizeSmall .MuiAutocomplete-input': {
            height: 22,
            padding: '1px 4px',
          },
        },
        endAdornment: { right: `${ARROW_INSET - 2}px !important` },
        // The input around it opens the list too: fingers need no more of it.
        popupIndicator: { marginRight: 0, color: p.ink3, [PHONE]: { padding: 2 } },
        clearIndicator: { [PHONE]: { padding: 4 } },
        tag: { margin: '1px 2px !important' },
        paper: floating,
        listbox: { padding: 4 },
        option: { borderRadius: RADIUS, minHeight: 32, fontSize: 13 },
      },
    },
    // Labels stand above, as those of forms do: none floats in its field and leaves it when something is typed.
    MuiInputLabel: {
      defaultProps: { shrink: true },
      styleOverrides: {
        root: {
          position: 'static',
          transform: 'none',
          // In a column it would lie above bars that it scrolls under.
          zIndex: 'auto',
          maxWidth: 'none',
          marginBottom: 4,
          ...TEXT.small,
          color: p.ink,
          '&.Mui-focused, &.Mui-error': { color: p.ink },
          '&.Mui-disabled': { color: p.ink2 },
          whiteSpace: 'normal',
        },
      },
    },
    MuiFormLabel: { styleOverrides: { root: { fontSize: 13 }, asterisk: { color: p.danger } } },
    MuiFormControlLabel: { styleOverrides: { label: { ...TEXT.body } } },
    MuiOutlinedInput: {
      defaultProps: { notched: false },
      styleOverrides: {
        notchedOutline: { top: 0, '& legend': { display: 'none' } },
        root: {
          borderRadius: RADIUS,
          backgroundColor: p.sheet,
          ...TEXT.body,
          [FINGER]: { minHeight: TARGET },
          [PHONE]: { fontSize: 16, minHeight: TARGET },
          '& .MuiOutlinedInput-notchedOutline': { borderColor: p.field },
          '&:hover:not(.Mui-disabled, .Mui-error, .Mui-focused) .MuiOutlinedInput-notchedOutline': {
            borderColor: p.ink2,
          },
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': edge(p.accent),
          '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: p.dangerDot },
          '&.Mui-error.Mui-focused .MuiOutlinedInput-notchedOutline': edge(p.dangerDot),
          '&.Mui-disabled': {
            backgroundColor: p.sunken,
            '& .MuiOutlinedInput-notchedOutline': { borderColor: p.frame },
          },
          '&.MuiInputBase-multiline': { padding: '7px 10px' },
        },
        input: {
          '&::placeholder': { color: p.ink3, opacity: 1 },
          '&:not(textarea)': {
            padding: '7px 10px',
            height: 22,
            [PHONE]: { paddingTop: 11, paddingBottom: 11 },
          },
          '&.Mui-disabled': { WebkitTextFillColor: p.ink3 },
        },
      },
    },
    MuiInputAdornment: { styleOverrides: { root: { color: p.ink3 } } },
    MuiFormHelperText: {
      styleOverrides: {
        root: {
          margin: '4px 0 0',
          ...TEXT.caption,
          color: p.ink3,
          '&.Mui-error': { color: p.danger },
        },
      },
    },
    MuiCheckbox: {
      styleOverrides: { root: { padding: 7, color: p.field, '& svg': { borderRadius: RADIUS_SMALL } } },
    },
    MuiRadio: { styleOverrides: { root: { padding: 7, color: p.field } } },
    MuiSwitch: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        root: {
          ...{ width: 28, height: 16, padding: 0, margin: '8px 8px 8px 0', overflow: 'visible' },
          // As specific as the library's own of a small one.
          '& .MuiSwitch-switchBase': { padding: 2, '&.Mui-checked': { transform: 'translateX(12px)' } },
        },
        switchBase: {
          '&.Mui-checked + .MuiSwitch-track': { opacity: 1, backgroundColor: p.accent },
          '&.Mui-focusVisible + .MuiSwitch-track': { outline: `2px solid ${p.focus}`, outlineOffset: 2 },
        },
        thumb: {
          width: '12px !important',
          height: '12px !important',
          color: p.sheet,
          boxShadow: 'none',
        },
        track: { borderRadius: 8, opacity: 1, backgroundColor: p.field },
      },
    },
  };
};
