import Button from '@mui/material/Button';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { unknownNameMessage } from '../../../schemas/model/didYouMean.ts';
import { GENERIC_MESSAGE, GENERIC_TITLE } from '../../dataProvider/errors.ts';
import { StatePanel } from '../states/StatePanel.tsx';
import { ShowSkeleton } from '../states/ShowSkeleton.tsx';
import { findPanel, panelNames } from './registry.ts';
import { t } from '../../../schemas/texts/translate.ts';

const PanelError = ({ resetErrorBoundary }: FallbackProps) => (
  <StatePanel alert title={GENERIC_TITLE} text={GENERIC_MESSAGE}>
    <Button variant="outlined" onClick={resetErrorBoundary}>
      {t('Try again')}
    </Button>
  </StatePanel>
);

interface PanelProps {
  name: string;
  /** Takes no room while loading, for panels that may be empty. */
  quiet?: boolean;
}

/** A registered panel inside an error boundary. */
export const Panel = ({ name, quiet = false }: PanelProps) => {
  const Shown = findPanel(name);
  if (!Shown)
    return <StatePanel alert title={GENERIC_TITLE} text={unknownNameMessage('panel', name, panelNames())} />;
  return (
    <ErrorBoundary FallbackComponent={PanelError}>
      <Shown fallback={quiet ? null : <ShowSkeleton />} />
    </ErrorBoundary>
  );
};
