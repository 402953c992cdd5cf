import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { type HttpError, useDataProvider, useStoreContext } from 'react-admin';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Navigate } from 'react-router';
import { type Access, type AccessLoader, hasSameRights, mayDo } from '../authProvider/access.ts';
import { AccessProvider, AccessRefreshProvider } from '../authProvider/AccessContext.ts';
import { NO_PRODUCTS } from '../authProvider/signInErrors.ts';
import type { ConsoleDataProvider } from '../dataProvider/dataProvider.ts';
import { GENERIC_TITLE } from '../dataProvider/errors.ts';
import { MessageScreen } from '../ui/MessageScreen.tsx';
import { hasEntity } from '../resources/product.ts';
import { followPreferences, forgetOthers } from './preferences.ts';
import { t } from '../../schemas/texts/translate.ts';

/**
 * Waits for the person's rights before anything is drawn, so that nothing appears that then goes away. When they
 * change meanwhile, what the person no longer has vanishes at once, what was loaded of it included.
 */
export const AccessGate = ({ load, children }: { load: AccessLoader; children: ReactNode }) => {
  const queries = useQueryClient();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const store = useStoreContext();
  const [access, setAccess] = useState<Access | undefined>(load.known);
  const last = useRef(access);
  const [failure, setFailure] = useState<HttpError>();
  const ask = useCallback(() => {
    setFailure(undefined);
    const enter = (given: Access): void => {
      forgetOthers(given.user, store);
      followPreferences(given.user);
      last.current = given;
      setAccess(given);
    };
    load().then(enter, (error: HttpError) => {
      // 401 has ended the session, which leads away from here.
      if (error.status !== 401) setFailure(error);
    });
  }, [load, store]);
  useEffect(ask, [ask]);
  useEffect(
    () =>
      load.subscribe((changed) => {
        followPreferences(changed.user);
        const isSame = last.current !== undefined && hasSameRights(last.current, changed);
        last.current = changed;
        setAccess(changed);
        const isLost = (resource: unknown): boolean =>
          isOfEntity(resource) && !mayDo(changed, resource, 'list');
        queries.removeQueries({ predicate: ({ queryKey: [resource] }) => isLost(resource) });
        // Records change with the rights alone; others may have changed them, which is told apart.
        void queries.invalidateQueries({ predicate: ({ queryKey: [resource] }) => !isOfEntity(resource) });
        if (isSame) return;
        import('../resources/live/applyRemoteChanges.ts')
          .then(
            ({ applyRemoteChanges, keptResources }) =>
              Promise.all(
                [...keptResources(queries)].map((resource) =>
                  applyRemoteChanges(queries, dataProvider, resource, undefined),
                ),
              ),
            () => queries.invalidateQueries(),
          )
          // A list that cannot be looked at keeps its rows.
          .catch(() => undefined);
      }),
    [load, queries, dataProvider],
  );

  if (failure) {
    return (
      <MessageScreen
        title={GENERIC_TITLE}
        actions={
          <Button variant="contained" onClick={ask}>
            {t('Try again')}
          </Button>
        }
      >
        {failure.message}
      </MessageScreen>
    );
  }
  if (!access) return null;
  if (Object.keys(access.products).length === 0) return <Navigate to="/error" replace state={NO_PRODUCTS} />;
  return (
    <AccessProvider value={access}>
      <AccessRefreshProvider value={load.refresh}>{children}</AccessRefreshProvider>
    </AccessProvider>
  );
};

const isOfEntity = (resource: unknown): resource is string =>
  typeof resource === 'string' && hasEntity(resource);
