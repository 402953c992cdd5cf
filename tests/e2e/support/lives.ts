import type { Locator } from '@playwright/test';

/** How a person makes, spoils, changes and finds a record of one entity; the tests walk every line of the table. */
export interface Life {
  entity: string;
  path: string;
  heading: string;
  /** May do everything here. */
  role: string;
  /** Sees the list, but may not write. */
  reader: string;
  /** Has no business here. */
  stranger: string;
  /** The form opens in a dialog over the list. */
  dialog: boolean;
  /** The dialog asks for what a new one needs alone; it is changed on a page. */
  changedOnPage?: boolean;
  /** Name that the list shows; made unique by the test. */
  title: (mark: string) => string;
  fill: (form: Locator, title: string) => Promise<void>;
  /** Message that an empty form gives. */
  missing: string[];
  /** Something that demo rows are found by. */
  search: string;
  change: (form: Locator) => Promise<void>;
  changed: (form: Locator) => Promise<void>;
}

/** Presses one of the kinds that stand side by side. */
export async function chooseKind(form: Locator, label: string, kind: string): Promise<void> {
  await form
    .getByRole('group', { name: label })
    .first()
    .getByRole('button', { name: kind, exact: true })
    .click();
}
/** Picks a choice of a select or of a reference picker. */
export async function choose(form: Locator, label: string, option: string | RegExp): Promise<void> {
  // Labels of fields that follow may hold this one's: "Segment", "Leave out segments".
  const box = form.getByRole('combobox', { name: label }).first();
  const isPicker = await box.evaluate((node) => node.tagName === 'INPUT');
  await box.click();
  if (isPicker) await box.fill(typeof option === 'string' ? option : '');
  await form.page().getByRole('option', { name: option }).first().click();
  // A picker of several stays open for the next.
  if (isPicker) await box.press('Escape');
}

/** Picks a record that there is where one may be made as well. */
export async function pick(form: Locator, label: string, name: string): Promise<void> {
  const box = form.getByRole('combobox', { name: label, exact: true });
  await box.fill(name);
  await form.page().getByRole('option', { name, exact: true }).click();
  await box.press('Escape');
}
