import Search from '@mui/icons-material/Search';
import { styled } from '@mui/material/styles';
import { BAR_HEIGHT } from '../../theme/tokens.ts';
import type { EntityListModel } from './useEntityList.ts';
import { useSearchText } from './useSearchText.ts';

export const ToolbarRow = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  minHeight: BAR_HEIGHT,
  boxSizing: 'border-box',
  padding: '7px var(--edge)',
  '&[role=toolbar]': { backgroundColor: 'var(--accent-soft)' },
  borderBottom: `1px solid ${(theme.vars ?? theme).palette.divider}`,
}));

const Box = styled('div')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    flex: '0 1 216px',
    minWidth: 160,
    height: 32,
    boxSizing: 'border-box',
    padding: '0 8px',
    borderRadius: 6,
    border: '1px solid var(--field)',
    color: 'var(--ink-3)',
    '&:hover': { borderColor: 'var(--ink-2)' },
    '&:focus-within': { borderColor: 'var(--accent)', boxShadow: '0 0 0 1px var(--accent)' },
    '& svg': { fontSize: 16 },
    '& input': {
      flex: 1,
      minWidth: 0,
      border: 0,
      outline: 0,
      background: 'none',
      font: 'inherit',
      fontSize: 13,
      color: palette.text.primary,
    },
    '& input::placeholder': { color: 'var(--ink-3)', opacity: 1 },
    [theme.breakpoints.down('sm')]: { flex: '1 1 100%', height: 44, '& input': { fontSize: 16 } },
  };
});

/** The search box; the layout's `/` key finds it by its type, Esc empties it. */
export const SearchBox = ({ entityList }: { entityList: EntityListModel }) => {
  const { state, change } = entityList;
  const { text, setText, searchNow } = useSearchText(state.keyword, (keyword) =>
    change({ keyword }, { replace: true }),
  );
  return (
    <Box>
      <Search aria-hidden />
      <input
        type="search"
        aria-label="Search"
        aria-keyshortcuts="/"
        placeholder="Search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') searchNow();
          if (event.key === 'Escape' && text !== '') setText('');
        }}
      />
    </Box>
  );
};
