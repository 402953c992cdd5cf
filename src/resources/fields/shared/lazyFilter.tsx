import type { ComponentType } from 'react';
import type { Loadable } from '../../../ui/loadable.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import type { FilterProps } from '../../fieldKit/types.ts';

export const focusFirstInput = (box: HTMLElement | null): void =>
  box?.querySelector<HTMLElement>('input')?.focus();

/** A filter whose code loads when it is opened, and whose first input then gets the focus. */
export const lazyFilter = <Props extends FilterProps>(
  load: () => Promise<ComponentType<Props>>,
): Loadable<Props> =>
  lazyComponent(
    () =>
      load().then((Filter) => (props: Props) => (
        <div ref={focusFirstInput}>
          <Filter {...props} />
        </div>
      )),
    { inPlace: true },
  );
