import type { EntityModel, EntityRecord } from '../../../../schemas/model/types.ts';
import { ApiError, invalid } from '../../../engine/http/errors.ts';
import type { RecordWrite } from '../../../engine/resources/actions.ts';
import { Administration, PoolError, type UserPool } from '../../../engine/userPool/index.ts';
import { oneTimePassword } from '../oneTimePassword.ts';
import { rolesOf } from './administrators.ts';
import { temporaryPasswordMessage } from './messages.ts';
import { t } from '../../../../schemas/texts/translate.ts';

interface AccountOptions {
  userPool: UserPool;
  /** Where the console is, for mails. */
  consoleUrl?: string;
}

/**
 * The members' accounts in the user pool, changed in the transaction of the member's record, so that neither exists without
 * the other. A member without an account, from before or from an external pool, gets one when its password is reset.
 */
export class Accounts {
  constructor(private readonly options: AccountOptions) {}

  async create(write: RecordWrite, member: EntityRecord): Promise<void> {
    const password = oneTimePassword();
    await this.administer(write, async (administration) => {
      await administration.create({
        sub: member.id,
        username: text(member['username']),
        email: text(member['email']),
        name: text(member['name']),
        roles: rolesOf(member),
        attributes: toAttributes(member),
        temporaryPassword: password,
      });
      if (member['active'] === false) await administration.change(member.id, { enabled: false });
    });
    await this.deliverPassword(write, member, password);
  }

  /** Updates the account; roles and deactivation take effect in open sessions at once. */
  async update(write: RecordWrite, member: EntityRecord): Promise<void> {
    await this.administer(write, async (administration) => {
      if (!(await administration.has(member.id))) return;
      await administration.change(member.id, {
        email: text(member['email']),
        name: text(member['name']),
        roles: rolesOf(member),
        attributes: toAttributes(member),
        enabled: member['active'] !== false,
      });
    });
  }

  /** Sends a code where there is a mail server; otherwise a new temporary password is shown once. */
  async resetPassword(write: RecordWrite, member: EntityRecord): Promise<void> {
    const { userPool } = this.options;
    let known = true;
    let password: string | undefined;
    await this.administer(write, async (administration) => {
      known = await administration.has(member.id);
      if (!known) return;
      if (userPool.mailer.outbox === undefined) return administration.requireReset(member.id);
      password = oneTimePassword();
      return administration.setPassword(member.id, password, false);
    });
    if (!known) return this.create(write, member);
    if (password !== undefined) await this.deliverPassword(write, member, password);
  }

  async remove(write: RecordWrite): Promise<void> {
    await this.administer(write, async (administration) => {
      if (await administration.has(write.id)) await administration.remove(write.id);
    });
  }

  private async deliverPassword(write: RecordWrite, member: EntityRecord, password: string): Promise<void> {
    const { userPool, consoleUrl } = this.options;
    const once = { title: t('Temporary password'), value: password };
    if (userPool.mailer.outbox !== undefined) return write.revealOnce(once);
    const person = {
      name: text(member['name']),
      username: text(member['username']),
      email: text(member['email']),
    };
    write.revealOnce({ ...once, sentTo: person.email });
    await userPool.mailer.send(temporaryPasswordMessage(person, password, consoleUrl), write.tx);
  }

  private async administer(
    write: RecordWrite,
    work: (administration: Administration) => Promise<void>,
  ): Promise<void> {
    const administration = new Administration(this.options.userPool, write.tx);
    await work(administration).catch((error: unknown) => throwApiError(error, write.model));
    write.afterCommit(() => administration.runAfterCommit());
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function toAttributes(member: EntityRecord): Record<string, string> {
  return { phone_number: text(member['phone']) };
}

const FIELD_OF_CONFLICT: Record<string, string> = {
  UsernameExistsException: 'username',
  AliasExistsException: 'email',
};

/** Throws the user pool's error as an error of the field. */
function throwApiError(error: unknown, model: EntityModel): never {
  if (!(error instanceof PoolError)) throw error;
  const taken = FIELD_OF_CONFLICT[error.name];
  if (taken === undefined) throw invalid({ '': error.message });
  const message = model.unique.find(({ fields }) => fields.includes(taken))?.message ?? error.message;
  throw new ApiError(409, 'DUPLICATE', message, { fields: { [`/${taken}`]: message } });
}
