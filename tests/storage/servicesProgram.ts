/** Program that runs the services on a data folder, with mock platforms; killed by the test. */
import process from 'node:process';
import { readSettings } from '../../services/engine/settings/settings.ts';
import { start } from '../../services/startup.ts';

const [dataDir = '', platforms = '', extraSettings = '{}'] = process.argv.slice(2);
const settings = readSettings({
  ...{ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', STATIC_DIR: 'public', DEMO_MESSAGES: '0' },
  ...{ LINE_API_URL: platforms, LINE_DATA_URL: platforms, GRAPH_API_URL: platforms },
  ...(JSON.parse(extraSettings) as Record<string, string>),
});
const { url } = await start(settings, { showAdministrator: async () => {} });
process.stdout.write(`${url}\n`);
