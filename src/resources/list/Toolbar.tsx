import { useState } from 'react';
import Search from '@mui/icons-material/Search';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { MAX_SEARCH_UNITS } from '../../../schemas/model/listCalls.ts';
import { BAR_HEIGHT } from '../../theme/tokens.ts';
import type { EntityListModel } from './useEntityList.ts';
import { SearchFrame } from '../fields/shared/SearchFrame.ts';
import { useSearchText } from './useSearchText.ts';
import type { ViewQuestion } from './views/ViewMenu.tsx';
import { t } from '../../../schemas/texts/translate.ts';

export const ToolbarRow = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  minHeight: BAR_HEIGHT,
  // What can be touched is 44 high.
  [theme.breakpoints.down('sm')]: { minHeight: 59 },
  boxSizing: 'border-box',
  padding: '7px var(--edge)',
  '&:empty:not([role])': { display: 'none' },
  // One line whatever is in it: the rows below do not move.
  '&[role=toolbar]': {
    flexWrap: 'nowrap',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    backgroundColor: 'var(--accent-soft)',
    '& > *': { flexShrink: 0, whiteSpace: 'nowrap' },
    [theme.breakpoints.down('sm')]: { '& > [aria-haspopup=menu]': { marginLeft: 'auto' } },
  },
  borderBottom: '1px solid var(--line)',
}));

interface SearchBoxProps {
  entityList: EntityListModel;
  /** A button until something is searched for. */
  isPhone?: boolean;
}

/** The search box; the layout's `/` key finds it by its type, Esc empties it. */
export const SearchBox = ({ entityList, isPhone = false }: SearchBoxProps) => {
  const { state, change } = entityList;
  const [isOpen, setOpen] = useState(false);
  const { text, setText, searchNow } = useSearchText(state.keyword, (keyword) =>
    change({ keyword }, { replace: true }),
  );
  if (isPhone && !isOpen && text === '')
    return (
      <IconButton aria-label={t('Search')} onClick={() => setOpen(true)}>
        <Search fontSize="small" />
      </IconButton>
    );
  return (
    <SearchFrame>
      <Search aria-hidden />
      <input
        // Only where a button was pressed for it.
        autoFocus={isOpen}
        type="search"
        aria-label={t('Search')}
        aria-keyshortcuts="/"
        placeholder={t('Search')}
        maxLength={MAX_SEARCH_UNITS}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') searchNow();
          if (event.key === 'Escape' && text !== '') setText('');
        }}
      />
    </SearchFrame>
  );
};

interface ChangedToolsProps {
  entityList: EntityListModel;
  /** Absent where no views are kept. */
  ask?: (question: ViewQuestion) => void;
}

/** Once a list is no longer as it was kept: the way back, and how to keep it as it is. */
export const ChangedTools = ({ entityList, ask }: ChangedToolsProps) => {
  const { isChanged, restore, current } = entityList.views;
  if (!isChanged) return null;
  return (
    <span style={{ display: 'flex', gap: 8, marginLeft: 'auto' }}>
      <Button size="small" color="inherit" onClick={restore}>
        {t('Clear')}
      </Button>
      {ask && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-haspopup={current?.mayChange ? 'menu' : 'dialog'}
          onClick={(event) => ask({ what: 'save', anchor: event.currentTarget })}
        >
          {t('Save view')}
        </Button>
      )}
    </span>
  );
};
