import type { ComponentType } from 'react';
import { withTexts } from '../../i18n/i18nProvider.ts';
import { type Loadable, loadable } from '../../ui/loadable.tsx';

const panels = new Map<string, Loadable<object>>();

/**
 * Makes something drawn by hand known under the name by which schemas ask for it (`form.aside`, `list.aside`,
 * `show.tabs`). Its code is fetched when it is first shown.
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

export const panelNamed = (name: string): Loadable<object> | undefined => panels.get(name);

export const panelNames = (): string[] => [...panels.keys()];
