import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { Suspense, lazy, useState } from 'react';
import { useAccess } from '../authProvider/AccessContext.ts';

const AccountMenu = lazy(() =>
  import('./AccountMenu.tsx').then((module) => ({ default: module.AccountMenu })),
);

/** The person's first letter, as people write it: one grapheme, so that Thai vowels stay with their consonant. */
const initial = (name: string): string =>
  [...new Intl.Segmenter().segment(name)][0]?.segment.toUpperCase() ?? '?';

export const UserMenu = () => {
  const { user } = useAccess();
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <IconButton
        aria-label={`Account of ${user.name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Box
          aria-hidden
          sx={{
            width: 26,
            height: 26,
            borderRadius: '50%',
            display: 'grid',
            placeItems: 'center',
            fontSize: 13,
            fontWeight: 500,
            bgcolor: 'primary.main',
            color: 'primary.contrastText',
          }}
        >
          {initial(user.name)}
        </Box>
      </IconButton>
      <Suspense fallback={null}>
        {anchor && <AccountMenu anchor={anchor} onClose={() => setAnchor(undefined)} />}
      </Suspense>
    </>
  );
};
