import type { Actions } from '../../resources/actions.ts';
import type { UserPool } from '../../userPool/index.ts';
import { Accounts } from './accounts.ts';
import { keepAdministrators } from './administrators.ts';
import { joinDefaultTeam, keepOneDefault } from './memberships.ts';

export interface MemberOptions {
  /** The embedded pool; with a managed one members are records only, and their sign-ins are kept there. */
  userPool?: UserPool;
  consoleUrl?: string;
}

const FOLLOWED = ['email', 'name', 'roles', 'phone', 'active'];

/** What members and teams do beyond being stored: sign-ins, the last administrator, the default team. */
export function registerMembers(actions: Actions, { userPool, consoleUrl }: MemberOptions): void {
  const accounts = userPool && new Accounts({ userPool, consoleUrl });

  actions.onEntity('member', {
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
      write.afterwards(async () => write.authors.forget());
    },
    async beforeDelete(write) {
      await keepAdministrators(write, undefined);
    },
    async afterDelete(write) {
      await accounts?.close(write);
    },
  });
  actions.onEntity('team', { beforeCreate: keepOneDefault, beforeUpdate: keepOneDefault });

  actions.register('member', 'deactivate', { on: 'record', run: ({ change }) => change({ active: false }) });
  actions.register('member', 'activate', { on: 'record', run: ({ change }) => change({ active: true }) });
  actions.register('member', 'reset-password', { on: 'record', run: ({ change }) => change({}) });
}
