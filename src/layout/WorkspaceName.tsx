import Edit from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useMay } from '../authProvider/AccessContext.ts';
import { part } from './part.tsx';

const SingleDialog = part(() => import('../resources/single/SingleDialog.tsx').then((it) => it.SingleDialog));

/** The workspace's name, which an administrator may change on the spot. */
export const WorkspaceName = ({ name }: { name: string }) => {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Typography variant="subtitle1" component="span" noWrap sx={{ fontWeight: 600, flex: 1 }}>
        {name}
      </Typography>
      {may('workspace', 'update') && (
        <IconButton size="small" aria-label="Edit workspace" onClick={() => setOpen(true)}>
          <Edit sx={{ fontSize: 16 }} />
        </IconButton>
      )}
      {isOpen && <SingleDialog entity="workspace" onClose={() => setOpen(false)} />}
    </>
  );
};
