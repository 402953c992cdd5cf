import { lazyComponent } from '../../ui/lazyComponent.tsx';

// Most lists offer nothing that has an icon.
const NamedIcon = lazyComponent(() => import('./actionIcons.tsx').then((it) => it.NamedIcon), {
  silent: true,
});

/** An action's icon; its place is kept while the icons are fetched. */
export const ActionIcon = ({ name }: { name: string }) => (
  <span style={{ display: 'inline-flex', width: 20, height: 20 }}>
    <NamedIcon name={name} />
  </span>
);
