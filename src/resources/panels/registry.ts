import type { ComponentType } from 'react';
import { withTexts } from '../../i18n/i18nProvider.ts';
import { type Loadable, loadable } from '../../layout/loadable.tsx';

const panels = new Map<string, Loadable<object>>();

/**
 * Makes something drawn by hand known under the name by which schemas ask for it (`form.aside`, `list.aside`,
 * `show.tabs`). Its code is fetched when it is first shown.
 * @throws when the name is taken
 */
export function registerPanel(name: string, load: () => Promise<ComponentType>): void {
  if (panels.has(name)) throw new Error(`The panel ${name} is registered already.`);
  panels.set(name, loadable(withTexts(load)));
}

export const panelNamed = (name: string): Loadable<object> | undefined => panels.get(name);

export const panelNames = (): string[] => [...panels.keys()];
