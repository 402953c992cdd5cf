import type { Locator } from '@playwright/test';

/** How a user creates, changes and finds a record of an entity, and what its form refuses. */
export interface EntityScenario {
  entity: string;
  path: string;
  heading: string;
  /** Role that may read and write. */
  role: string;
  /** Role that may only read. */
  reader: string;
  /** Role without access. */
  stranger: string;
  /** Whether the form opens in a dialog over the list. */
  dialog: boolean;
  /** Whether the dialog has only a new record's required fields, and a page changes it. */
  changedOnPage?: boolean;
  /** The record's title in the list, unique by its mark. */
  title: (mark: string) => string;
  fill: (form: Locator, title: string) => Promise<void>;
  /** Error messages of an empty form. */
  missing: string[];
  /** Search text that finds demo records. */
  search: string;
  change: (form: Locator) => Promise<void>;
  changed: (form: Locator) => Promise<void>;
}

/** Selects a kind in a group of toggle buttons. */
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
