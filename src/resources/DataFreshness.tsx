import { useSyncExternalStore } from 'react';
import { findAsOf, subscribeToAsOf } from '../dataProvider/asOf.ts';
import { workspaceTime } from './clock.ts';
import { Muted } from './fieldKit/parts.tsx';
import { t } from '../../schemas/texts/translate.ts';

/** Timestamp of the last response of an area, ISO 8601; undefined where it is current. */
export const useDataAsOf = (area: string): string | undefined =>
  useSyncExternalStore(subscribeToAsOf, () => findAsOf(area));

/** "As of …", where the data of an area is not current. */
export const DataFreshness = ({ area }: { area: string }) => {
  const at = useDataAsOf(area);
  return at === undefined ? null : (
    <Muted>
      <time dateTime={at}>{t('As of %{momentText}', { momentText: workspaceTime(at) })}</time>
    </Muted>
  );
};
