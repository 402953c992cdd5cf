/** Makes the type picker of an item look like the heading of its fields: framed only under the pointer or with focus. */
export const TYPE_PICKER_AS_HEADING = {
  '& [data-about]': { display: 'none' },
  '& .MuiSelect-select': {
    ...{ display: 'flex', alignItems: 'center', gap: 8 },
    ...{ fontSize: 14, lineHeight: '20px', fontWeight: 600, paddingBlock: 6 },
    '& > svg': { display: 'block', fontSize: 18, color: 'var(--ink-3)' },
  },
  '& .MuiInputBase-root': { minWidth: 0, marginLeft: '-12.5px', fontSize: 14 },
  '& :not(.Mui-error):not(:hover):not(.Mui-focused) > fieldset': { borderColor: 'transparent' },
} as const;
