import Edit from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useMay } from '../authProvider/AccessContext.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { t } from '../../schemas/texts/translate.ts';

const SingleDialog = lazyComponent(() =>
  import('../resources/single/SingleDialog.tsx').then((it) => it.SingleDialog),
);

const Frame = styled('span')({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  flex: 1,
  minWidth: 0,
  // The name has the full width; the button covers its end on hover.
  '@media (hover: hover)': {
    '& > .edit': { position: 'absolute', right: 0, opacity: 0, background: 'var(--ground, var(--canvas))' },
    '&:hover > .edit, & > .edit:focus-visible': { opacity: 1 },
  },
});

/** The workspace's name, with a button to change it for administrators. */
export const WorkspaceName = ({ name }: { name: string }) => {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  return (
    <Frame>
      <Typography variant="subtitle1" component="span" noWrap sx={{ fontWeight: 600, flex: 1 }}>
        {name}
      </Typography>
      {may('workspace', 'update') && (
        <IconButton
          size="small"
          className="edit"
          aria-label={t('Edit workspace')}
          onClick={() => setOpen(true)}
        >
          <Edit sx={{ fontSize: 16 }} />
        </IconButton>
      )}
      {isOpen && <SingleDialog entity="workspace" onClose={() => setOpen(false)} />}
    </Frame>
  );
};
