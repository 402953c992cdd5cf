import { bigTable } from './lib/bigTable.ts';
import { takeBuild } from './lib/console.ts';
import { readOptions, USAGE, type Engine, type Options } from './lib/options.ts';
import { Report } from './lib/report.ts';
import { BenchEnvironment } from './lib/workshop.ts';
import { bot } from './parts/bot.ts';
import { browser } from './parts/browser.ts';
import { campaigns } from './parts/campaigns.ts';
import { conversations } from './parts/conversations.ts';
import { dashboard } from './parts/dashboard.ts';
import { events } from './parts/events.ts';
import { facts } from './parts/facts.ts';
import { hostile } from './parts/hostile.ts';
import { http } from './parts/http.ts';
import { jobs } from './parts/jobs.ts';
import { live } from './parts/live.ts';
import { processes } from './parts/processes.ts';
import { richMenus } from './parts/richMenus.ts';
import { scale } from './parts/scale.ts';
import { start } from './parts/start.ts';
import { storage } from './parts/storage.ts';

// Measures the product beside what it could be measured against. Goals, not tests: a missed one fails nothing.
const options = optionsOrExit();
if (options.noBuild) takeBuild();
const workshop = new BenchEnvironment(options.dir);
const report = new Report(options);
const wanted = (...names: Options['only']): boolean => names.some((name) => options.only.includes(name));
try {
  if (wanted('start')) await report.part('start', () => start(workshop, options));
  if (wanted('storage', 'http')) {
    for (const engine of options.engines) await report.part(engine, () => onBigTable(engine));
  }
  if (wanted('hostile')) await report.part('hostile', () => hostile(workshop, options));
  if (wanted('events')) await report.part('events', () => events(workshop, options));
  if (wanted('jobs')) await report.part('jobs', () => jobs(workshop, options));
  if (wanted('live')) await report.part('live', () => live(workshop, options));
  if (wanted('processes')) await report.part('processes', () => processes(workshop, options));
  if (wanted('facts')) await report.part('facts', () => facts(workshop, options));
  if (wanted('bot')) await report.part('bot', () => bot(workshop, options));
  if (wanted('richmenus')) await report.part('richmenus', () => richMenus(workshop, options));
  if (wanted('conversations')) await report.part('conversations', () => conversations(workshop, options));
  if (wanted('campaigns')) await report.part('campaigns', () => campaigns(workshop, options));
  if (wanted('dashboard')) await report.part('dashboard', () => dashboard(workshop, options));
  if (wanted('scale')) await report.part('scale', () => scale(workshop, options));
  if (wanted('browser')) {
    await report.part('browser', async () => {
      await browser(workshop, options, report);
      return [];
    });
  }
} finally {
  await workshop.close();
}
report.finish();

async function onBigTable(engine: Engine) {
  const big = await bigTable(workshop, engine, options);
  return [
    ...(wanted('storage') ? await storage(big, options.rounds) : []),
    ...(wanted('http') ? await http(big, options) : []),
  ];
}

function optionsOrExit(): Options {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return process.exit(1);
  }
}
