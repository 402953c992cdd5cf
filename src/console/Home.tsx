import { useEffect } from 'react';
import { useNotify } from 'react-admin';
import { Navigate, useLocation } from 'react-router';
import { unknownPathTarget, rootTarget } from '../layout/landing.ts';
import { MessageScreen } from '../ui/MessageScreen.tsx';
import { useLandingContext } from '../layout/useLandingContext.ts';
import { t } from '../../schemas/texts/translate.ts';

/** The root path. */
export const Home = () => {
  const target = rootTarget(useLandingContext());
  if (target) return <Navigate to={target} replace />;
  return (
    <MessageScreen title={t('Nothing to show here')}>
      {t('Your roles open no screen of this console. If you expected one, please contact your global admin.')}
    </MessageScreen>
  );
};

/** An unknown path: redirects with a notification. */
export const UnknownPath = () => {
  const target = unknownPathTarget(useLandingContext());
  const { pathname } = useLocation();
  const notify = useNotify();
  useEffect(
    () => notify(t('There is no page at %{pathname}', { pathname }), { type: 'warning' }),
    [notify, pathname],
  );
  return <Navigate to={target} replace />;
};
