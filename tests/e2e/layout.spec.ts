import { expect, test } from './support/fixtures.ts';

test.describe('at 1024 pixels', () => {
  test.use({ viewport: { width: 1024, height: 600 } });

  test('a list scrolls by itself alone, with its menus in reach; a fault that appears moves nothing', async ({
    page,
    signIn,
  }) => {
    // Whose menu is short: a long one scrolls too.
    await signIn('cim.admin', '/members');
    await expect(page.getByRole('row').nth(5)).toBeVisible();
    const scrollers = () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('*')]
          .filter(
            (element) =>
              element.scrollHeight > element.clientHeight + 1 &&
              (element === document.documentElement ||
                /auto|scroll/.test(getComputedStyle(element).overflowY)),
          )
          .map((element) => element.querySelector('table') !== null),
      );
    await expect.poll(scrollers).toEqual([true]);
    await page.getByRole('row').nth(3).hover();
    const menu = page
      .getByRole('row')
      .nth(3)
      .getByRole('button', { name: /^Actions for/ });
    await expect(menu).toBeInViewport({ ratio: 1 });
    await menu.click();
    await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');

    await page.goto('/members/teams/create');
    const dialog = page.getByRole('dialog');
    const next = dialog.getByLabel('Department');
    await dialog.getByLabel('Team name').fill('x');
    const before = await next.boundingBox();
    await dialog.getByLabel('Team name').fill('');
    await next.focus();
    await expect(dialog.getByText('Team name is required')).toBeVisible();
    expect(await next.boundingBox()).toEqual(before);
  });
});
