import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { ENTITY_SCENARIOS } from './support/entityScenarios.ts';
import type { EntityScenario } from './support/entityScenario.ts';

const row = (page: Page, title: string): Locator => page.getByRole('row', { name: title });
const formOf = (page: Page, life: EntityScenario): Locator =>
  life.dialog ? page.getByRole('dialog') : page.getByRole('main');
const changedIn = (page: Page, life: EntityScenario): Locator =>
  life.changedOnPage ? page.getByRole('main') : formOf(page, life);

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search' }).fill(text);
  // Rows of the list before it are no longer there.
  await expect(page).toHaveURL(/[?&]keyword=/);
}

async function create(page: Page, life: EntityScenario, title: string): Promise<void> {
  await page.getByRole('link', { name: 'Create', exact: true }).click();
  const form = formOf(page, life);
  await life.fill(form, title);
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText(/ created$/)).toBeVisible();
  await page.goto(life.path);
}

for (const life of ENTITY_SCENARIOS) {
  test.describe(life.entity, () => {
    test('lists, searches and says when nothing is found', async ({ page, signIn }) => {
      await signIn(life.role, life.path);
      await expect(page.getByRole('heading', { name: life.heading, level: 1 })).toBeVisible();
      await search(page, life.search);
      await expect(
        row(page, life.search)
          .or(page.getByRole('row', { name: new RegExp(life.search, 'i') }))
          .first(),
      ).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`[?&]keyword=${life.search}`));
      await search(page, 'nothing is called like this');
      await page.getByRole('button', { name: 'Clear search and filters' }).click();
      await expect(page.getByRole('row').nth(3)).toBeVisible();
    });

    test('is created, found, changed, saved and deleted', async ({ page, signIn }) => {
      const title = life.title(String(Date.now()));
      await signIn(life.role, life.path);
      await create(page, life, title);
      await search(page, title);
      await row(page, title)
        .getByRole('button', { name: `Actions for ${title}` })
        .click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();

      const form = changedIn(page, life);
      await life.change(form);
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText(/ saved$/)).toBeVisible();

      await page.goto(life.path);
      await search(page, title);
      await row(page, title)
        .getByRole('button', { name: `Actions for ${title}` })
        .click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await life.changed(changedIn(page, life));

      await page.goto(life.path);
      await search(page, title);
      await row(page, title)
        .getByRole('button', { name: `Actions for ${title}` })
        .click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(row(page, title)).toHaveCount(0);
    });

    test('who may only read sees no way to write', async ({ page, signIn }) => {
      await signIn(life.reader, life.path);
      await expect(page.getByRole('heading', { name: life.heading, level: 1 })).toBeVisible();
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Create', exact: true })).toHaveCount(0);
    });

    test('who has no access gets no list, even by address', async ({ page, signIn, problems }) => {
      problems.allow(/403/);
      await signIn(life.stranger, life.path);
      await expect(page.getByText('You are not allowed to access this page').first()).toBeVisible();
      await expect(page.getByRole('heading', { name: life.heading, level: 1 })).toHaveCount(0);
    });

    test('list and form are accessible in light and dark; an empty form is refused in the agreed words', async ({
      page,
      signIn,
      expectAccessible,
    }) => {
      await signIn(life.role, life.path);
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await expectAccessible('light', 'dark');
      await page.getByRole('link', { name: 'Create', exact: true }).click();
      const form = formOf(page, life);
      const send = form.getByRole('button', { name: 'Create', exact: true });
      await expect(send).toBeVisible();
      await expectAccessible('light', 'dark');
      await send.click();
      for (const message of life.missing)
        await expect(form.getByText(message, { exact: true }).first()).toBeVisible();
    });
  });
}
