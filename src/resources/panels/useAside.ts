import { useStore } from 'react-admin';
import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { PanelModel } from '../../../schemas/model/types.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { useFitsBeside } from '../../ui/availableWidth.ts';
import { screenAt } from '../paths.ts';
import { type ConsoleEntity, product } from '../product.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Allowed widths of the side panel. */
export const ASIDE_WIDTH_PX = { min: 280, normal: 400, max: 640 };

/** Prefix of panel names that are pages of the guide. */
export const GUIDE_PREFIX = 'guide/';

/** The panel's group: the guide stays mounted when its page changes. */
export const getAsideGroup = (panel: string): string => panel.split('/')[0] ?? '';

interface AsidePreferences {
  /** Name of the open panel. */
  open?: string;
  width?: number;
}
const NONE: AsidePreferences = {};
const clampWidth = (width: number): number =>
  Math.round(Math.max(ASIDE_WIDTH_PX.min, Math.min(ASIDE_WIDTH_PX.max, width)));

type WithAside = ConsoleEntity & { list: { aside: NonNullable<ConsoleEntity['list']['aside']> } };
const hasAside = (model: ConsoleEntity): model is WithAside => model.list.aside !== undefined;

/** The entities whose lists have a panel at their side. */
const ENTITIES_WITH_ASIDE = product.entities.filter(hasAside);

/** The panel that overlays a screen, and that screen's path; it closes on navigation. */
let overlay: { panel: string; pathname: string } | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const setOverlay = (next: typeof overlay): void => {
  overlay = next;
  for (const listener of listeners) listener();
};

/**
 * The side panel's state. Beside screens it stays open, across visits; as an overlay it is open only on the screen
 * where it was opened.
 */
export const useAside = () => {
  const [preferences, setPreferences] = useStore<AsidePreferences>('aside', NONE);
  const { pathname } = useLocation();
  const currentOverlay = useSyncExternalStore(subscribe, () => overlay);
  const width = clampWidth(preferences.width ?? ASIDE_WIDTH_PX.normal);
  const isBeside = useFitsBeside(width);
  const overlayPanel = currentOverlay?.pathname === pathname ? currentOverlay.panel : undefined;
  const open = isBeside ? preferences.open : overlayPanel;
  const show = (panel: string | undefined): void => {
    if (isBeside) setPreferences({ ...preferences, open: panel });
    else setOverlay(panel === undefined ? undefined : { panel, pathname });
  };
  return {
    open,
    width,
    isBeside,
    show,
    toggle: (panel: string) => show(open === panel ? undefined : panel),
    close: () => show(undefined),
    setWidth: (width: number) => setPreferences({ ...preferences, width: clampWidth(width) }),
  };
};

/**
 * The panel that is open on the current screen: a list's panel on all screens of its product, the guide on every
 * screen.
 */
export const useCurrentAside = (): PanelModel | undefined => {
  const { pathname } = useLocation();
  const may = useMay();
  const { open } = useAside();
  if (open === undefined) return undefined;
  if (open.startsWith(GUIDE_PREFIX)) return { panel: open, label: t('Guide') };
  const here = screenAt(product.entities, pathname)?.model.service;
  return ENTITIES_WITH_ASIDE.find(
    (model) => model.list.aside.panel === open && model.service === here && may(model.name, 'list'),
  )?.list.aside;
};
