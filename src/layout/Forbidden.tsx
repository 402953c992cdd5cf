import { useNotify } from 'react-admin';
import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { elsewhereTarget } from './landing.ts';
import { useVisitor } from './useVisitor.ts';
import { t } from '../../schemas/texts/translate.ts';

const NOT_ALLOWED = t('You are not allowed to access this page');

/**
 * In place of a screen that the person's roles do not open: its address leads where any address leads that is no
 * screen, and a notice says why.
 */
export const Forbidden = () => {
  const target = elsewhereTarget(useVisitor());
  const notify = useNotify();
  useEffect(() => notify(NOT_ALLOWED, { type: 'warning' }), [notify]);
  return <Navigate to={target} replace state={{ message: NOT_ALLOWED }} />;
};
