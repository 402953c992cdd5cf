import { useEffect } from 'react';
import { useNotify } from 'react-admin';
import { Navigate, useLocation } from 'react-router';
import { elsewhereTarget, rootTarget } from '../layout/landing.ts';
import { MessageScreen } from '../ui/MessageScreen.tsx';
import { useVisitor } from '../layout/useVisitor.ts';
import { t } from '../../schemas/texts/translate.ts';

/** The root. */
export const Home = () => {
  const target = rootTarget(useVisitor());
  if (target) return <Navigate to={target} replace />;
  return (
    <MessageScreen title={t('Nothing to show here')}>
      {t('Your roles open no screen of this console. If you expected one, please contact your global admin.')}
    </MessageScreen>
  );
};

/** An address that is no screen: leads on, and says so. */
export const Elsewhere = () => {
  const target = elsewhereTarget(useVisitor());
  const { pathname } = useLocation();
  const notify = useNotify();
  useEffect(
    () => notify(t('There is no page at %{pathname}', { pathname }), { type: 'warning' }),
    [notify, pathname],
  );
  return <Navigate to={target} replace />;
};
