/** The services on a data folder, with stand-ins for the platforms; killed from outside. */
import process from 'node:process';
import { readSettings } from '../../services/engine/settings/settings.ts';
import { start } from '../../services/startup.ts';

const [dataDir = '', platforms = '', own = '{}'] = process.argv.slice(2);
const settings = readSettings({
  ...{ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', STATIC_DIR: 'public', DEMO_MESSAGES: '0' },
  ...{ LINE_API_URL: platforms, LINE_DATA_URL: platforms, GRAPH_API_URL: platforms },
  ...(JSON.parse(own) as Record<string, string>),
});
const { url } = await start(settings, { showAdministrator: async () => {} });
process.stdout.write(`${url}\n`);
