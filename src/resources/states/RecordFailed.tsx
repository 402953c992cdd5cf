import Button from '@mui/material/Button';
import { HttpError } from 'react-admin';
import type { ConsoleEntity } from '../product.ts';
import { ErrorState } from './ListStates.tsx';
import { StatePanel } from './StatePanel.tsx';
import { t } from '../../../schemas/texts/translate.ts';

interface RecordFailedProps {
  model: ConsoleEntity;
  error: unknown;
  onRetry: () => void;
  /** Leads back to the list. */
  onBack: () => void;
}

/** The state of a record that could not be loaded: deleted, or with a retry button. */
export const RecordFailed = ({ model, error, onRetry, onBack }: RecordFailedProps) =>
  error instanceof HttpError && error.status === 404 ? (
    <StatePanel
      alert
      title={t('This %{title} no longer exists.', { title: model.title.toLowerCase() })}
      text={t('It was deleted, or the link is not complete.')}
    >
      <Button variant="contained" onClick={onBack}>
        {t('Back to the list')}
      </Button>
    </StatePanel>
  ) : (
    <ErrorState error={error} onRetry={onRetry} />
  );
