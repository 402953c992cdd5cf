import type { DomainModule } from '../domain/module.ts';
import { setEnvironmentVariables } from './environmentVariables.ts';

/** The bot's variables that the deployment gives. */
export const variablesModule = {
  name: 'variables',
  async start({ settings, services, warn }) {
    for (const warning of await setEnvironmentVariables(services(), settings.botVariables)) warn(warning);
  },
} satisfies DomainModule;
