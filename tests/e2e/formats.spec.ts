import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

/** Chooses a file of another program in the list that is open. */
async function bring(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Import' }).click();
  const buffer = Buffer.from(text);
  await page
    .getByRole('dialog')
    .getByLabel('CSV file')
    .setInputFiles({ name, mimeType: 'application/yaml', buffer });
}

test.describe('files of other programs', () => {
  test('a bot of Rasa comes in with its entities, and goes out again', async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    const mark = `x${Date.now()}`;
    const nlu = `nlu:
- intent: ${mark}_ship
  examples: |
    - ${mark} ship to [Nan](${mark}_city)
    - ${mark} ส่งไป[น่าน](${mark}_city)
    - x
- synonym: Nan
  examples: |
    - น่าน
stories: []
`;
    await signIn('chatbot.admin', '/chatbot/intent');
    const dialog = page.getByRole('dialog', { name: /^Import intents/i });
    await page.getByRole('button', { name: 'Import' }).click();
    await expect(
      dialog.getByText(/Dialogflow ES, Rasa nlu\.yml, Botpress v12, Microsoft \.lu/),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await bring(page, 'nlu.yml', nlu);
    const table = dialog.getByRole('table', { name: 'Rows of the file' });
    await expect(table.getByRole('row', { name: /ship to \[Nan\]/ })).toContainText('Will be added');
    await expect(table.getByRole('row', { name: /Left out/ })).toContainText(
      'Sample must be at least 2 characters',
    );
    await dialog.getByRole('button', { name: 'Import entities' }).click();
    const entities = page.getByRole('dialog', { name: /^Import entities/i });
    await expect(entities.getByText('nlu.yml, Rasa nlu.yml, 1 row')).toBeVisible();
    await expect(entities.getByRole('note')).toContainText('Of Rasa’s files only nlu is read: stories.');
    await expectAccessible();
    await entities.getByRole('button', { name: 'Import 1 rows' }).click();
    await expect(entities).toBeHidden();
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: /^Jobs/ }).click();
    const jobs = page.getByRole('dialog', { name: 'Jobs' });
    await expect(jobs.getByText('Done · 2 created, 1 refused').first()).toBeVisible();
    await page.keyboard.press('Escape');

    await page.goto(`/chatbot/intent?keyword=${mark}`);
    await expect(page.getByText(`${mark}_ship`).first()).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: /Rasa nlu\.yml/ }).click();
    const written = await readFile(await (await download).path(), 'utf8');
    expect(written).toContain(`- intent: ${mark}_ship`);
    expect(written).toContain(`    - ${mark} ส่งไป[น่าน](${mark}_city)`);
    expect(written).toContain('- synonym: Nan\n  examples: |\n    - น่าน\n');
  });
});
