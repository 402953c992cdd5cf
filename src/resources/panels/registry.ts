import type { ComponentType } from 'react';
import { withTexts } from '../../i18n/i18nProvider.ts';
import { type Loadable, loadable } from '../../ui/loadable.tsx';

const panels = new Map<string, Loadable<object>>();

/**
 * Registers a hand-written panel under the name that schemas use (`form.aside`, `list.aside`,
 * `show.tabs`). Its code is loaded when it is first shown.
 * @param texts false where it shows no texts behind keys (`useTranslate`), which are fetched with it otherwise
 * @throws when the name is taken
 */
export function registerPanel(
  name: string,
  load: () => Promise<ComponentType>,
  { texts = true }: { texts?: boolean } = {},
): void {
  if (panels.has(name)) throw new Error(`The panel ${name} is registered already.`);
  panels.set(name, loadable(texts ? withTexts(load) : load));
}

export const findPanel = (name: string): Loadable<object> | undefined => panels.get(name);

export const panelNames = (): string[] => [...panels.keys()];
