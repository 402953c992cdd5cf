import type { DomainModule } from '../../../engine/modules/module.ts';
import { Accounts } from './accounts.ts';
import { keepAdministrators } from './administrators.ts';
import { joinDefaultTeam, keepOneDefault } from './memberships.ts';
import { OWN_DATA } from './ownData.ts';

const FOLLOWED = ['email', 'name', 'roles', 'phone', 'active'];

/** What members do beyond being stored: sign-ins, the last administrator, the default team, own data. */
export const membersModule = {
  name: 'members',
  entity: 'member',
  own: OWN_DATA,
  // With a managed pool members are records only, and their sign-ins are kept there.
  hooks({ userPool, settings }) {
    const accounts = userPool && new Accounts({ userPool, consoleUrl: settings.publicUrl });
    return {
      async beforeCreate({ draft }) {
        draft['joinDate'] ??= new Date().toISOString().slice(0, 10);
      },
      async afterCreate(write, member) {
        await accounts?.open(write, member);
        await joinDefaultTeam(write);
      },
      async beforeUpdate(write) {
        await keepAdministrators(write, write.draft);
      },
      async afterUpdate(write, member) {
        if (write.operation === 'reset-password') return accounts?.resetPassword(write, member);
        const changed = FOLLOWED.some(
          (field) => JSON.stringify(write.before[field]) !== JSON.stringify(member[field]),
        );
        if (changed) await accounts?.follow(write, member);
        write.afterCommit(async () => write.authors.forget());
      },
      async beforeDelete(write) {
        await keepAdministrators(write, undefined);
      },
      async afterDelete(write) {
        await accounts?.close(write);
      },
    };
  },
  verbs: {
    deactivate: { on: 'record', output: 'member', run: ({ change }) => change({ active: false }) },
    activate: { on: 'record', output: 'member', run: ({ change }) => change({ active: true }) },
    'reset-password': { on: 'record', output: 'member', run: ({ change }) => change({}) },
  },
} satisfies DomainModule;

/** Only one team is the default one. */
export const teamsModule = {
  name: 'teams',
  entity: 'team',
  hooks: { beforeCreate: keepOneDefault, beforeUpdate: keepOneDefault },
} satisfies DomainModule;
