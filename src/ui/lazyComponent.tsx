import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useNotify } from 'react-admin';
import { type ComponentType, useEffect, useRef } from 'react';
import { CONNECTIVITY_MESSAGE } from '../dataProvider/errors.ts';
import { type LoadErrorProps, type Loadable, loadable } from './loadable.tsx';
import { t } from '../../schemas/texts/translate.ts';
import { TEXT } from '../theme/text.ts';

/** Tries again once there is a network. */
const useRetryOnline = (again: () => void): void => {
  const latest = useRef(again);
  useEffect(() => {
    latest.current = again;
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

const Missing = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 8,
  maxWidth: 400,
  ...TEXT.small,
});

/** Stands where the other one was to stand: as wide as the words need, so that it fits a popover and a page. */
const InlineLoadError = ({ retry }: LoadErrorProps) => {
  useRetryOnline(retry);
  return (
    <Missing role="alert">
      {CONNECTIVITY_MESSAGE}
      <Button size="small" variant="outlined" color="inherit" onClick={retry}>
        {t('Try again')}
      </Button>
    </Missing>
  );
};

/** Says so, and closes what can be closed: opened again, it is fetched anew. */
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
  /** Nobody asked for it: nothing is said, and it comes once there is a network. */
  silent?: boolean;
  /** It has a place of its own in a screen: there it is said, with a button that tries again. */
  inPlace?: boolean;
}

/**
 * Something in a screen, beside or over it (a dialog, a menu, an ornament, a layout) whose code is fetched when it is first
 * drawn. Where that fails, all else stays as it is: a boundary would take the screen away, and what was typed into it. It
 * comes by itself once there is a network.
 */
export const lazyComponent = <Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  { silent = false, inPlace = false }: LazyComponentOptions = {},
): Loadable<Props> => loadable(load, silent ? SilentRetry : inPlace ? InlineLoadError : NotifyLoadError);
