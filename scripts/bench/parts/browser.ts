import { fill, buildModel } from '../lib/bigTable.ts';
import { launch, openTab, type StorageState } from '../lib/chromium.ts';
import { PASSWORD, signIn, startConsole } from '../lib/console.ts';
import type { Options } from '../lib/options.ts';
import { buildPlainSite, servePlainSite } from '../lib/plainSite.ts';
import type { Measure } from '../lib/results.ts';
import type { Report } from '../lib/report.ts';
import type { BenchEnvironment } from '../lib/workshop.ts';
import type { Bench } from './browser/bench.ts';
import { bytes } from './browser/bytes.ts';
import { charts } from './browser/charts.ts';
import { dragging } from './browser/dragging.ts';
import { interaction } from './browser/interaction.ts';
import { navigation } from './browser/navigation.ts';
import { scrolling } from './browser/scrolling.ts';
import { typing } from './browser/typing.ts';

const MEASURES: Record<string, (bench: Bench) => Promise<Measure[]>> = {
  bytes,
  navigation,
  interaction,
  scrolling,
  typing,
  charts,
  dragging,
};
const USERNAME = 'chatbot.editor';

/** The console in Chromium, on its embedded database with the demo workspace and a bigger audience. */
export async function browser(workshop: BenchEnvironment, options: Options, report: Report): Promise<void> {
  const profile = buildModel('profile');
  const dataDir = await workshop.embedded(`profile-${options.scrolledRows}`, (folder) =>
    fill({ dataDir: folder }, profile, options.scrolledRows),
  );
  const site = workshop.folder();
  await buildPlainSite(site);
  const services = await startConsole({ dataDir });
  const token = await signIn(services.url, USERNAME);
  const plain = await servePlainSite(site, services.url, token);
  const chromium = await launch();
  const bench: Bench = {
    ...{ browser: chromium, url: services.url, token, plain: plain.url, options },
    session: await signInSession(chromium, services.url),
  };
  const chosen = Object.entries(MEASURES).filter(
    ([name]) => options.match.length === 0 || options.match.some((part) => name.includes(part)),
  );
  try {
    for (const [name, run] of chosen) await report.part(`browser: ${name}`, () => run(bench));
  } finally {
    await chromium.close();
    await plain.stop();
    await services.stop();
  }
}

/** Signs in through the page, as everybody does. */
async function signInSession(chromium: Bench['browser'], url: string): Promise<StorageState> {
  const { page, close } = await openTab(chromium);
  await page.goto(`${url}/login`);
  await page.getByLabel('Username').fill(USERNAME);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((address) => address.pathname !== '/login');
  const session = await page.context().storageState();
  await close();
  return session;
}
