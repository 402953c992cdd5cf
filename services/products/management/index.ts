import type { DomainModule } from '../../engine/modules/module.ts';
import { configModule } from './config.ts';
import { membersModule, teamsModule } from './members/index.ts';
import { networkModule } from './network.ts';
import { permissionsModule } from './permissions.ts';
import { signInLogModule } from './signInLog.ts';

export { createFirstAdministrator, type SignIn } from './firstAdministrator.ts';
export { lockFirstRecords } from './locks.ts';
export { networkId } from './network.ts';

/** Members, teams, rights and settings of the workspace. */
export const MANAGEMENT_MODULES: readonly DomainModule[] = [
  configModule,
  permissionsModule,
  membersModule,
  teamsModule,
  signInLogModule,
  networkModule,
];
