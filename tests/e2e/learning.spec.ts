import { expect, test } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';
import { openVisitor } from './support/visitor.ts';

test('what visitors of the web chat wrote in vain is taught, and understood after the next training', async ({
  page,
  signIn,
  baseURL,
  expectAccessible,
}) => {
  const owner = await restAs(baseURL ?? '', 'owner');
  const visitor = await openVisitor(page, owner);
  const { log } = visitor;
  const say = async (text: string) => {
    await visitor.say(text);
    await expect(log.getByText(text, { exact: true })).toBeVisible();
    await expect(page.getByText('Writing…')).toHaveCount(0);
  };
  const row = (name: string) => page.getByRole('row', { name });
  const entry = page.getByRole('link', { name: /^Not understood/ });

  await test.step('a visitor asks for what the bot knows nothing of, twice, and for something like it', async () => {
    await page.goto(visitor.address);
    await say('Do you lend umbrellas?');
    await say('do you lend umbrellas');
    await say('do you sell umbrellas');
    // Each is answered: the page may be left.
    await expect
      .poll(async () =>
        ((await owner.call('GET', 'missed-sentences?keyword=umbrellas&sort=-count')).json as object[]).map(
          (one) => (one as { count?: number }).count,
        ),
      )
      .toEqual([2, 1]);
  });

  await test.step('both stand in the list, the frequent one with its number, and the menu counts them', async () => {
    await signIn('chatbot.editor', '/chatbot/not-understood?status=open&sort=-lastAt');
    await expect(row('Do you lend umbrellas?')).toContainText('2');
    await expect(row('Do you lend umbrellas?')).toContainText('Not answered');
    await expect(row('do you sell umbrellas')).toBeVisible();
    await expect(entry).toContainText(/\d/);
    await expectAccessible('light', 'dark');
  });

  await test.step('taught to a new intent, with the one that is like it, both leave the list', async () => {
    const before = Number(/\d+/.exec(await entry.innerText())?.[0]);
    await row('Do you lend umbrellas?')
      .getByRole('button', { name: /Actions|More/ })
      .click();
    await page.getByRole('menuitem', { name: 'Teach' }).click();
    const dialog = page.getByRole('dialog', { name: 'Teach' });
    await expect(dialog.getByRole('region', { name: 'Nearest intents' }).getByRole('button')).toHaveCount(3);
    await dialog.getByRole('button', { name: 'A new intent' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('lend_umbrellas');
    await dialog.getByRole('checkbox', { name: 'do you sell umbrellas (once)' }).check();
    await expectAccessible('light', 'dark');
    await dialog.getByRole('button', { name: 'Teach', exact: true }).click();
    await expect(page.getByText('Taught. Train the bot to use it')).toBeVisible();
    await expect(row('Do you lend umbrellas?')).toHaveCount(0);
    await expect(row('do you sell umbrellas')).toHaveCount(0);
    await expect(entry).toContainText(String(before - 2));
  });

  await test.step('what need not be known is ignored, and Undo brings it back', async () => {
    const first = page.getByRole('row').nth(1);
    const words = await first.getByRole('cell').nth(1).innerText();
    await first.getByRole('button', { name: /Actions|More/ }).click();
    await page.getByRole('menuitem', { name: 'Ignore' }).click();
    await expect(page.getByText('Ignored', { exact: true }).last()).toBeVisible();
    await expect(row(words)).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(words)).toBeVisible();
  });

  await test.step('the next training understands them, and says so', async () => {
    await signIn('chatbot.moderator', '/chatbot/intent');
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await expect
      .poll(
        async () =>
          (
            (await owner.call('GET', 'missed-sentences?status=taught&keyword=umbrellas')).json as object[]
          ).map((one) => (one as { understood?: boolean }).understood),
        { timeout: 60_000 },
      )
      .toEqual([true, true]);
    await page.goto('/chatbot/not-understood?status=taught');
    await row('Do you lend umbrellas?').getByText('Do you lend umbrellas?').click();
    await expect(page.getByRole('dialog')).toContainText('lend_umbrellas');
    await page.goto('/chatbot/intent/quality');
    await expect(page.getByText('Taught sentences understood')).toBeVisible();
    await expect(page.getByText('2 of 2')).toBeVisible();
  });

  await test.step('the visitor is answered by the intent', async () => {
    const { json: answer } = await owner.call('POST', 'intents/try', {
      text: 'can you lend umbrellas',
    });
    expect((answer as { scores: { intent: string }[] }).scores[0]?.intent).toBe('lend_umbrellas');
    // Others find the intents as they were.
    const made = (await owner.call('GET', 'intents?name=lend_umbrellas')).json as { id: string }[];
    expect((await owner.call('DELETE', `intents/${made[0]?.id}`)).status).toBe(200);
  });
});
