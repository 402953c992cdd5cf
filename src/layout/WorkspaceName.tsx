import Edit from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { Suspense, lazy, useState } from 'react';
import { useAccess, useMay } from '../authProvider/AccessContext.ts';

const WorkspaceDialog = lazy(() =>
  import('./WorkspaceDialog.tsx').then((module) => ({ default: module.WorkspaceDialog })),
);

/** The workspace's name, which an administrator may change on the spot. */
export const WorkspaceName = ({ name }: { name: string }) => {
  const { user } = useAccess();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Typography variant="subtitle1" component="span" noWrap sx={{ fontWeight: 600, flex: 1 }}>
        {name}
      </Typography>
      {user.networkId && may('workspace', 'update') && (
        <IconButton size="small" aria-label="Edit workspace" onClick={() => setOpen(true)}>
          <Edit sx={{ fontSize: 16 }} />
        </IconButton>
      )}
      <Suspense fallback={null}>
        {isOpen && user.networkId && <WorkspaceDialog id={user.networkId} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
};
