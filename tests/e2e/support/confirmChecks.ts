import { expect, type Locator } from '@playwright/test';

/** Confirms each warning in the dialog of an action that has checks, and does it. */
export async function confirmChecks(dialog: Locator, label: string): Promise<void> {
  await expect(dialog.getByText(/checks? passed$/)).toBeVisible();
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  await dialog.getByRole('button', { name: label, exact: true }).click();
}
