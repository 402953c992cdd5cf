/** Writes the files that follow from others; `--check` writes nothing and fails naming those that are stale. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { metaErrorsPage } from './generate/metaErrors.ts';
import { grafanaDashboard, prometheusAlerts } from './generate/monitoring.ts';
import { replaceBetween, settingsTable } from './generate/settings.ts';
import { typesSource } from './generate/types.ts';
import { vocabularyPage } from './generate/vocabulary.ts';

const files: Record<string, string> = {
  'schemas/generated/types.ts': await typesSource('schemas'),
  'docs/vocabulary.md': vocabularyPage(),
  'docs/facebook-errors.md': metaErrorsPage(),
  'deploy/grafana/console.json': grafanaDashboard(),
  'deploy/prometheus/alerts.yaml': prometheusAlerts(),
  'README.md': replaceBetween(readFileSync('README.md', 'utf8'), 'settings', settingsTable()),
};

const stale: string[] = [];
for (const [file, source] of Object.entries(files)) {
  const content = await format(source, { ...(await resolveConfig(file)), filepath: file });
  if (content === current(file)) continue;
  stale.push(file);
  if (process.argv.includes('--check')) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(`written: ${file}`);
}

if (process.argv.includes('--check') && stale.length > 0) {
  console.error(`Stale, run \`npm run generate\`: ${stale.join(', ')}`);
  process.exitCode = 1;
}

function current(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
