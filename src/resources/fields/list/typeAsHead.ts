/** The type of an item as the head of its fields: a word with a menu, without a frame until it is looked at. */
export const TYPE_AS_HEAD = {
  '& [data-about]': { display: 'none' },
  '& .MuiSelect-select': {
    ...{ display: 'flex', alignItems: 'center', gap: 8 },
    ...{ fontSize: 14, lineHeight: '20px', fontWeight: 600, paddingBlock: 6 },
    '& > svg': { display: 'block', fontSize: 18, color: 'var(--ink-3)' },
  },
  '& .MuiInputBase-root': { minWidth: 0, marginLeft: '-12.5px', fontSize: 14 },
  '& :not(.Mui-error):not(:hover):not(.Mui-focused) > fieldset': { borderColor: 'transparent' },
} as const;
