import { Suspense, lazy, useState } from 'react';
import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import Button from '@mui/material/Button';
import type { EntityListModel } from '../useEntityList.ts';

const ViewMenu = lazy(() => import('./ViewMenu.tsx').then((it) => ({ default: it.ViewMenu })));

/** Which kept view is shown, and the menu of them. */
export const ViewButton = ({ entityList }: { entityList: EntityListModel }) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { current, isChanged } = entityList.views;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<BookmarkBorder />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {current ? `${current.name}${isChanged ? ' (changed)' : ''}` : 'Views'}
      </Button>
      {anchor && (
        <Suspense fallback={null}>
          <ViewMenu entityList={entityList} anchor={anchor} onClose={() => setAnchor(undefined)} />
        </Suspense>
      )}
    </>
  );
};
