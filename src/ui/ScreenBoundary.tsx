import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { useLocation } from 'react-router';
import { GENERIC_MESSAGE, GENERIC_TITLE } from '../dataProvider/errors.ts';
import { BackHome } from './BackHome.tsx';
import { MessageScreen } from './MessageScreen.tsx';
import { announceScreenFailure } from './screenFailure.ts';
import { t } from '../../schemas/texts/translate.ts';

/** Code of a screen that could not be fetched, mostly because a newer version has been deployed since. */
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
          <BackHome />
        </>
      }
    >
      {GENERIC_MESSAGE}
    </MessageScreen>
  );
};

/** Keeps a fault of one screen from taking the rest of the console with it; another address gets another chance. */
export const ScreenBoundary = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary FallbackComponent={Broken} resetKeys={[pathname]} onError={announceScreenFailure}>
      {children}
    </ErrorBoundary>
  );
};
