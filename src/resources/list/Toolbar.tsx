import Search from '@mui/icons-material/Search';
import { styled } from '@mui/material/styles';
import type { EntityListModel } from './useEntityList.ts';
import { useSearchText } from './useSearchText.ts';

export const ToolbarRow = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  padding: '12px 16px',
  borderBottom: `1px solid ${(theme.vars ?? theme).palette.divider}`,
}));

const Box = styled('div')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    flex: '0 1 280px',
    minWidth: 160,
    height: 36,
    padding: '0 10px',
    borderRadius: 8,
    border: `1px solid ${palette.divider}`,
    color: palette.text.secondary,
    '&:focus-within': { borderColor: palette.primary.main, outline: `1px solid ${palette.primary.main}` },
    '& svg': { fontSize: 18 },
    '& input': {
      flex: 1,
      minWidth: 0,
      border: 0,
      outline: 0,
      background: 'none',
      font: 'inherit',
      fontSize: 14,
      color: palette.text.primary,
    },
    '& input::placeholder': { color: palette.text.secondary, opacity: 1 },
    [theme.breakpoints.down('sm')]: { flex: '1 1 100%' },
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
