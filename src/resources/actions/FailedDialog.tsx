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

/** Reports why an action failed, with links to the records that block it. */
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
  /** Called when a link is followed. */
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
  const isKnown = entity !== undefined && id !== undefined && hasEntity(entity);
  const path = isKnown ? recordPath(entity, id) : undefined;
  const label = isKnown ? `${entityByName(entity).title}: ${title}` : title;
  if (!path) return <>{label}</>;
  return (
    <MuiLink component={Link} to={path} onClick={onFollow}>
      {label}
    </MuiLink>
  );
};
