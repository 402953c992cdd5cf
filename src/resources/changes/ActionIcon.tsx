import { lazyComponent } from '../../ui/lazyComponent.tsx';

// Loaded lazily, since most lists have no action with an icon.
const NamedIcon = lazyComponent(() => import('./actionIcons.tsx').then((it) => it.NamedActionIcon), {
  silent: true,
});

/** An action's icon; reserves its room while the icons load. */
export const ActionIcon = ({ name }: { name: string }) => (
  <span style={{ display: 'inline-flex', width: 20, height: 20 }}>
    <NamedIcon name={name} />
  </span>
);
