import { useId } from 'react';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { recordPath } from '../fields/shared/RecordLink.tsx';
import { entityByName, hasEntity } from '../product.ts';
import type { Obstacle } from '../changes/failures.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface FailedDialogProps {
  title: string;
  message: string;
  obstacles: Obstacle[];
  onClose: () => void;
}

/** Says why something was not done, with links to what stands in the way. */
export const FailedDialog = ({ title, message, obstacles, onClose }: FailedDialogProps) => {
  const id = useId();
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Typography variant="body2">{message}</Typography>
        {obstacles.length > 0 && <ObstacleList obstacles={obstacles} onFollow={onClose} />}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('OK')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

interface ObstacleListProps {
  obstacles: Obstacle[];
  /** One of them is being opened. */
  onFollow?: () => void;
}

export const ObstacleList = ({ obstacles, onFollow }: ObstacleListProps) => (
  <ul style={{ paddingInlineStart: 20, marginBottom: 0 }}>
    {obstacles.map((one) => (
      <li key={one.key}>
        <ObstacleTitle obstacle={one} onFollow={onFollow} />
        {one.detail && ` – ${one.detail}`}
      </li>
    ))}
  </ul>
);

const ObstacleTitle = ({ obstacle, onFollow }: { obstacle: Obstacle; onFollow?: () => void }) => {
  const { entity, id, title } = obstacle;
  const known = entity !== undefined && id !== undefined && hasEntity(entity);
  const path = known ? recordPath(entity, id) : undefined;
  const label = known ? `${entityByName(entity).title}: ${title}` : title;
  if (!path) return <>{label}</>;
  return (
    <MuiLink component={Link} to={path} onClick={onFollow}>
      {label}
    </MuiLink>
  );
};
