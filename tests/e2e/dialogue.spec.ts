import { expect, test } from './support/fixtures.ts';
import { openTester } from './support/openTester.ts';
import { restAs } from './support/rest.ts';
import { openVisitor } from './support/visitor.ts';

test('the web chat asks “Did you mean …?”, and what is chosen is offered for teaching', async ({
  page,
  signIn,
  baseURL,
  expectAccessible,
}) => {
  test.slow();
  const owner = await restAs(baseURL ?? '', 'owner');
  const records: string[] = [];
  const made = async (path: string, body: object): Promise<string> => {
    const id = String((await owner.create(path, body))['id']);
    records.push(`${path}/${id}`);
    return id;
  };
  const mark = `q${Date.now()}`;
  for (const [name, label, samples, answer] of [
    [`${mark}_fix`, 'Fix it', ['my plimbo is broken', 'repair my plimbo'], 'We fix your plimbo'],
    [`${mark}_back`, 'Send it back', ['my plimbo is wrong', 'return my plimbo'], 'Send your plimbo back'],
  ] as const) {
    const intent = await made('intents', { name, label, samples });
    const messages = [{ type: 'text', text: answer }];
    const template = await made('templates', { name, platform: 'multi', messages });
    await made('mappers', { intent, action: { type: 'template', template } });
  }
  await owner.call('POST', 'intents/train', {});
  const states = async () => {
    const { json } = await owner.call('GET', 'intents/training');
    return (json as { classifiers: { state: string }[] }).classifiers.map(({ state }) => state);
  };
  await expect.poll(states, { timeout: 90_000 }).toEqual(['trained', 'trained', 'trained']);

  await test.step('it is off until somebody sets it', async () => {
    await signIn('owner', '/bot-setting');
    const isOn = page.getByRole('switch', { name: 'Ask which is meant' });
    await expect(isOn).not.toBeChecked();
    await isOn.check();
    await page.getByRole('textbox', { name: 'Close together' }).fill('0.3');
    await expectAccessible();
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect(page.getByText(/saved|updated/i).first()).toBeVisible();
  });

  await test.step('the tester shows the choice, and why', async () => {
    await page.goto('/chatbot/intent');
    await openTester(page);
    const write = page.getByRole('textbox', { name: 'Write as a customer' });
    await write.fill('my plimbo');
    await write.press('Enter');
    await expect(page.getByRole('listitem').filter({ hasText: /^Close together: / })).toBeVisible();
    await page.getByRole('group', { name: 'Quick replies' }).getByRole('button', { name: 'Fix it' }).click();
    await expect(page.getByText(`Chosen: ${mark}_fix, for “my plimbo”`)).toBeVisible();
  });

  await test.step('a visitor chooses', async () => {
    const { address, log, say } = await openVisitor(page, owner);
    await page.goto(address);
    await say('my plimbo');
    await expect(log.getByText('Did you mean …?')).toBeVisible();
    const choices = page.getByRole('group', { name: 'Suggested answers' });
    await expect(choices.getByRole('button')).toHaveCount(2);
    await expectAccessible();
    await choices.getByRole('button', { name: 'Send it back' }).click();
    await expect(log.getByText('Send your plimbo back')).toBeVisible();
  });

  await test.step('the choice waits in the list of what was not understood', async () => {
    await page.goto('/chatbot/not-understood?keyword=my plimbo');
    const row = page.getByRole('row', { name: /my plimbo/ });
    await expect(row).toContainText('Chose what was meant');
  });

  // Other tests have the bot answer as it does by default.
  const { json: current } = await owner.call('GET', 'networks/current');
  const { defaultMode, globalDelay, confidenceThreshold, version } = current as Record<string, unknown>;
  const whole = { defaultMode, globalDelay, confidenceThreshold, version, askWhenClose: false };
  expect((await owner.call('PUT', 'networks/current', whole)).status).toBe(200);
  // A mapper before the template and the intent that it uses.
  for (const record of records.toReversed()) {
    expect((await owner.call('DELETE', record)).status, record).toBeLessThan(300);
  }
});
