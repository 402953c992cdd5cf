import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { useLocation } from 'react-router';
import { GENERIC_MESSAGE, GENERIC_TITLE } from '../dataProvider/errors.ts';
import { BackHomeButton } from './BackHomeButton.tsx';
import { MessageScreen } from './MessageScreen.tsx';
import { notifyScreenFailure } from './screenFailure.ts';
import { t } from '../../schemas/texts/translate.ts';

/** Whether the code of a screen could not be fetched, mostly because a newer version has been deployed. */
const isChunkError = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script/i.test(error.message);

const Broken = ({ error, resetErrorBoundary }: FallbackProps) => {
  const retry = isChunkError(error) ? () => location.reload() : resetErrorBoundary;
  return (
    <MessageScreen
      title={GENERIC_TITLE}
      actions={
        <>
          <Button variant="contained" onClick={retry}>
            {t('Try again')}
          </Button>
          <BackHomeButton />
        </>
      }
    >
      {GENERIC_MESSAGE}
    </MessageScreen>
  );
};

/** Confines an error of a screen to that screen; another address resets it. */
export const ScreenBoundary = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary FallbackComponent={Broken} resetKeys={[pathname]} onError={notifyScreenFailure}>
      {children}
    </ErrorBoundary>
  );
};
