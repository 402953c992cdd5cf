import type { DomainModule } from '../../../engine/modules/module.ts';
import { Accounts } from './accounts.ts';
import { assertAdministratorRemains } from './administrators.ts';
import { joinDefaultTeam, clearOtherDefaults } from './memberships.ts';
import { OWN_DATA } from './ownData.ts';

const ACCOUNT_FIELDS = ['email', 'name', 'roles', 'phone', 'active'];

/** Members: their accounts, the last administrator, the default team, own data. */
export const membersModule = {
  name: 'members',
  entity: 'member',
  own: OWN_DATA,
  // With an external user pool members are records only.
  hooks({ userPool, settings }) {
    const accounts = userPool && new Accounts({ userPool, consoleUrl: settings.publicUrl });
    return {
      async beforeCreate({ draft }) {
        draft['joinDate'] ??= new Date().toISOString().slice(0, 10);
      },
      async afterCreate(write, member) {
        await accounts?.create(write, member);
        await joinDefaultTeam(write);
      },
      async beforeUpdate(write) {
        await assertAdministratorRemains(write, write.draft);
      },
      async afterUpdate(write, member) {
        if (write.operation === 'reset-password') return accounts?.resetPassword(write, member);
        const changed = ACCOUNT_FIELDS.some(
          (field) => JSON.stringify(write.before[field]) !== JSON.stringify(member[field]),
        );
        if (changed) await accounts?.update(write, member);
        write.afterCommit(async () => write.authors.clearCache());
      },
      async beforeDelete(write) {
        await assertAdministratorRemains(write, undefined);
      },
      async afterDelete(write) {
        await accounts?.remove(write);
      },
    };
  },
  handlers: {
    deactivate: { on: 'record', output: 'member', run: ({ change }) => change({ active: false }) },
    activate: { on: 'record', output: 'member', run: ({ change }) => change({ active: true }) },
    'reset-password': { on: 'record', output: 'member', run: ({ change }) => change({}) },
  },
} satisfies DomainModule;

/** Only one team is the default one. */
export const teamsModule = {
  name: 'teams',
  entity: 'team',
  hooks: { beforeCreate: clearOtherDefaults, beforeUpdate: clearOtherDefaults },
} satisfies DomainModule;
