import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useNotify } from 'react-admin';
import { type ComponentType, useEffect, useRef } from 'react';
import { CONNECTIVITY_MESSAGE } from '../dataProvider/errors.ts';
import { type LoadErrorProps, type Loadable, loadable } from './loadable.tsx';
import { t } from '../../schemas/texts/translate.ts';
import { TEXT } from '../theme/text.ts';

/** Retries once there is a network. */
const useRetryOnline = (retry: () => void): void => {
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });
  useEffect(() => {
    const onOnline = (): void => latest.current();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);
};

const SilentRetry = ({ retry, fallback }: LoadErrorProps) => {
  useRetryOnline(retry);
  return fallback;
};

const InlineError = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 8,
  maxWidth: 400,
  ...TEXT.small,
});

/** Shown in place of the component: no wider than its text, so that it fits both a popover and a page. */
const InlineLoadError = ({ retry }: LoadErrorProps) => {
  useRetryOnline(retry);
  return (
    <InlineError role="alert">
      {CONNECTIVITY_MESSAGE}
      <Button size="small" variant="outlined" color="inherit" onClick={retry}>
        {t('Try again')}
      </Button>
    </InlineError>
  );
};

/** Notifies, and closes the component where it can be closed: opened again, it is fetched again. */
const NotifyLoadError = ({ retry, componentProps, fallback }: LoadErrorProps) => {
  const notify = useNotify();
  const { onClose } = componentProps as { onClose?: () => void };
  const close = useRef(onClose);
  useRetryOnline(retry);
  useEffect(() => {
    notify(CONNECTIVITY_MESSAGE, { type: 'error' });
    close.current?.();
  }, [notify]);
  return fallback;
};

interface LazyComponentOptions {
  /** Not requested by the person: no notification; it is shown once there is a network. */
  silent?: boolean;
  /** Part of the screen's flow: the failure is shown in its place, with a button that retries. */
  inPlace?: boolean;
}

/**
 * A part of a screen, or something over it (a dialog, a menu, an ornament, a layout), whose code is fetched when it is first
 * rendered. If that fails, everything else remains: an error boundary would remove the screen, and what was typed into it.
 * It is fetched again once there is a network.
 */
export const lazyComponent = <Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  { silent = false, inPlace = false }: LazyComponentOptions = {},
): Loadable<Props> => loadable(load, silent ? SilentRetry : inPlace ? InlineLoadError : NotifyLoadError);
