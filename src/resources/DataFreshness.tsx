import { useSyncExternalStore } from 'react';
import { findAsOf, subscribeToAsOf } from '../dataProvider/asOf.ts';
import { workspaceTime } from './clock.ts';
import { Muted } from './fieldKit/parts.tsx';
import { t } from '../../schemas/texts/translate.ts';

/** As of when the last answer of an area is, ISO 8601; undefined where it is as of now. */
export const useDataAsOf = (area: string): string | undefined =>
  useSyncExternalStore(subscribeToAsOf, () => findAsOf(area));

/** A quiet line that says as of when the answers of an area are, where that is not now. */
export const DataFreshness = ({ area }: { area: string }) => {
  const at = useDataAsOf(area);
  return at === undefined ? null : (
    <Muted>
      <time dateTime={at}>{t('As of %{momentText}', { momentText: workspaceTime(at) })}</time>
    </Muted>
  );
};
