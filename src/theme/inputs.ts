import type { Components, Theme } from '@mui/material/styles';
import { PHONE, type Palette, RADIUS, RADIUS_SMALL } from './tokens.ts';
import { TOUCH_DEVICE, TOUCH_TARGET } from './touch.ts';
import { t } from '../../schemas/texts/translate.ts';
import { TEXT } from './text.ts';

/** Distance of a select's arrow from the edge, in pixels. */
const ARROW_INSET = 9;

/** Styles of inputs, selects and checkboxes: a border of contrast 3:1 that thickens on focus, 36 px high in forms. */
export const inputs = (p: Palette, floating: object): Components<Theme> => {
  const edge = (color: string) => ({ borderWidth: 1, borderColor: color, boxShadow: `0 0 0 1px ${color}` });
  return {
    // Each input that mounts or unmounts would add or remove global keyframes, for which the browser recalculates the styles
    // of the whole page. They signal autofill to a floating label, which the console does not have.
    MuiInputBase: { defaultProps: { disableInjectingGlobalStyles: true } },
    MuiTextField: { defaultProps: { size: 'small', variant: 'outlined' } },
    MuiFormControl: { defaultProps: { size: 'small' } },
    MuiSelect: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        icon: { color: p.ink3, right: ARROW_INSET },
        // As high as an input of the same size, whose line is 22 px high.
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
        // As high as every other input, also with chips.
        root: {
          '& .MuiOutlinedInput-root.MuiInputBase-sizeSmall .MuiAutocomplete-input': {
            height: 22,
            padding: '1px 4px',
          },
          [PHONE]: {
            '& .MuiOutlinedInput-root.MuiInputBase-sizeSmall': { paddingTop: 5, paddingBottom: 5 },
          },
        },
        endAdornment: { right: `${ARROW_INSET - 2}px !important` },
        // A tap on the input around it opens the list too, so it needs no touch target.
        popupIndicator: { marginRight: 0, color: p.ink3, [PHONE]: { padding: 2 } },
        clearIndicator: { [PHONE]: { padding: 4 } },
        tag: { margin: '1px 2px !important' },
        paper: floating,
        listbox: { padding: 4 },
        option: { borderRadius: RADIUS, minHeight: 32, fontSize: 13 },
      },
    },
    // Labels are above their inputs, as those of forms; none floats.
    MuiInputLabel: {
      defaultProps: { shrink: true },
      styleOverrides: {
        root: {
          position: 'static',
          transform: 'none',
          // With a z-index it would cover bars that it scrolls under.
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
          [TOUCH_DEVICE]: { minHeight: TOUCH_TARGET },
          [PHONE]: { fontSize: 16, minHeight: TOUCH_TARGET },
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
          // As specific as MUI's own rule for the small size.
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
