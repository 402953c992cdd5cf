import { useState } from 'react';
import Close from '@mui/icons-material/Close';
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
  // Touch targets are 44 px high.
  [theme.breakpoints.down('sm')]: { minHeight: 59 },
  boxSizing: 'border-box',
  padding: '7px var(--edge)',
  '&:empty:not([role])': { display: 'none' },
  // Always one line, so that the rows below do not move.
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
  /** Collapsed into a button while there is no keyword. */
  isPhone?: boolean;
}

/** The search box; the `/` shortcut finds it by its type, Esc clears it. */
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
        // Only after the search button was pressed.
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
      {text === '' ? null : (
        <IconButton
          size="small"
          aria-label={t('Clear search')}
          // The input keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setText('')}
        >
          <Close fontSize="small" />
        </IconButton>
      )}
    </SearchFrame>
  );
};

interface ViewChangeToolsProps {
  entityList: EntityListModel;
  /** Undefined where there are no saved views. */
  ask?: (question: ViewQuestion) => void;
}

/** For a list that differs from its view: buttons to reset it and to save the view. */
export const ViewChangeTools = ({ entityList, ask }: ViewChangeToolsProps) => {
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
