import { rolesGrant } from '../../../../schemas/model/access.ts';
import { ApiError } from '../../../engine/http/errors.ts';
import type { RecordWrite } from '../../../engine/resources/actions.ts';
import { lockRule } from '../locks.ts';
import { t } from '../../../../schemas/texts/translate.ts';

type Person = Readonly<Record<string, unknown>> | undefined;
type MemberChange = Pick<RecordWrite, 'model' | 'catalog' | 'tx' | 'user' | 'id' | 'before'>;

/**
 * Asserts that one active administrator remains, and that people do not lock themselves out.
 * @param after the member as it will be; undefined when it is deleted
 * @throws ApiError 409 `LAST_ADMIN` or `SELF`
 */
export async function assertAdministratorRemains(write: MemberChange, after: Person): Promise<void> {
  const { before, user, id } = write;
  const roles = administratorRoles(write);
  const isAdministrator = (person: Person): boolean =>
    isActive(person) && rolesOf(person).some((role) => roles.includes(role));
  const steppingDown = isAdministrator(before) && !isAdministrator(after);
  if (steppingDown) {
    await lockRule(write.tx, 'administrators');
    if (!(await hasAnother(write, roles)))
      throw new ApiError(
        409,
        'LAST_ADMIN',
        t('This is the last administrator: give the role to somebody else first'),
      );
  }
  if (id !== user?.id) return;
  if (!after) throw selfError('You cannot delete yourself');
  if (isActive(before) && !isActive(after)) throw selfError('You cannot deactivate yourself');
  if (steppingDown) throw selfError('You cannot take the administrator role from yourself');
}

const selfError = (message: string): ApiError =>
  new ApiError(409, 'SELF', t('%{message}: ask another administrator', { message }));

const isActive = (person: Person): boolean => person !== undefined && person['active'] !== false;

export function rolesOf(person: Person): string[] {
  const roles = person?.['roles'];
  return Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [];
}

/** Roles that may update members. */
function administratorRoles({ model, catalog }: MemberChange): string[] {
  const { access } = catalog.product;
  return Object.keys(access.roles).filter((role) =>
    rolesGrant([role], model.access.update, 'update', access),
  );
}

async function hasAnother({ tx, catalog, model, id }: MemberChange, roles: string[]): Promise<boolean> {
  const administrators = { any: roles.map((role) => ({ roles: { contains: role } })) };
  const others = { active: { ne: false }, id: { ne: id } };
  const found = await catalog
    .require(model.name)
    .repository.within(tx)
    .list({ take: 1, where: [administrators, others] });
  return found.length > 0;
}
