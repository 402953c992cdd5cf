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
import { applyPreferences, removeOthersPreferences } from './preferences.ts';
import { t } from '../../schemas/texts/translate.ts';

/**
 * Loads the person's rights before anything is rendered, so that nothing is shown and then removed. When they change
 * later, screens and loaded records that the person may no longer see are removed at once.
 */
export const AccessGate = ({ load, children }: { load: AccessLoader; children: ReactNode }) => {
  const queries = useQueryClient();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const store = useStoreContext();
  const [access, setAccess] = useState<Access | undefined>(load.known);
  const last = useRef(access);
  const [failure, setFailure] = useState<HttpError>();
  const loadAccess = useCallback(() => {
    setFailure(undefined);
    const applyAccess = (loaded: Access): void => {
      removeOthersPreferences(loaded.user, store);
      applyPreferences(loaded.user);
      last.current = loaded;
      setAccess(loaded);
    };
    load().then(applyAccess, (error: HttpError) => {
      // A 401 has ended the session, which redirects.
      if (error.status !== 401) setFailure(error);
    });
  }, [load, store]);
  useEffect(loadAccess, [loadAccess]);
  useEffect(
    () =>
      load.subscribe((changed) => {
        applyPreferences(changed.user);
        const isSame = last.current !== undefined && hasSameRights(last.current, changed);
        last.current = changed;
        setAccess(changed);
        const isLost = (resource: unknown): boolean =>
          isEntityName(resource) && !mayDo(changed, resource, 'list');
        queries.removeQueries({ predicate: ({ queryKey: [resource] }) => isLost(resource) });
        // Records depend only on the rights; changes by others are handled separately.
        void queries.invalidateQueries({ predicate: ({ queryKey: [resource] }) => !isEntityName(resource) });
        if (isSame) return;
        import('../resources/live/applyRemoteChanges.ts')
          .then(
            ({ applyRemoteChanges, cachedResources }) =>
              Promise.all(
                [...cachedResources(queries)].map((resource) =>
                  applyRemoteChanges(queries, dataProvider, resource, undefined),
                ),
              ),
            () => queries.invalidateQueries(),
          )
          // A list that cannot be refreshed keeps its rows.
          .catch(() => undefined);
      }),
    [load, queries, dataProvider],
  );

  if (failure) {
    return (
      <MessageScreen
        title={GENERIC_TITLE}
        actions={
          <Button variant="contained" onClick={loadAccess}>
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

const isEntityName = (resource: unknown): resource is string =>
  typeof resource === 'string' && hasEntity(resource);
