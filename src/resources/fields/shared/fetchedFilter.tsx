import type { ComponentType } from 'react';
import type { Loadable } from '../../../ui/loadable.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import type { FilterProps } from '../../fieldKit/types.ts';

/** Puts the cursor into the first input of a filter. */
export const focusFirst = (box: HTMLElement | null): void =>
  box?.querySelector<HTMLElement>('input')?.focus();

/** The input of a filter, fetched when it is opened: the first list does without it. Once it stands, it is typed into. */
export const fetchedFilter = <Props extends FilterProps>(
  load: () => Promise<ComponentType<Props>>,
): Loadable<Props> =>
  lazyComponent(
    () =>
      load().then((Filter) => (props: Props) => (
        <div ref={focusFirst}>
          <Filter {...props} />
        </div>
      )),
    { inPlace: true },
  );
