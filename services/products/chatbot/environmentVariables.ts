import { validate } from '../../../schemas/model/validate.ts';
import type { Services } from '../../engine/resources/services.ts';
import { SYSTEM } from '../../engine/resources/write/actor.ts';
import { records } from '../../engine/resources/write/records.ts';
import { StorageError } from '../../engine/storage/database.ts';

const SCOPE = 'environment';

/**
 * Creates or updates the variables of scope environment from this deployment. The console shows them read-only; a variable
 * that the deployment does not name keeps its value. A variable of the bot's scope with the same name is replaced; its value stays
 * in the history.
 * @returns warnings
 * @throws StorageError naming the variable, when the deployment's name or value breaks a rule
 */
export async function setEnvironmentVariables(
  services: Services,
  values: Record<string, string>,
): Promise<string[]> {
  const resource = services.catalog.find('variable');
  const warnings: string[] = [];
  if (!resource) return warnings;
  const { model, validator } = resource;
  const variables = records(services, 'variable', SYSTEM);
  for (const [name, value] of Object.entries(values)) {
    const draft = { name, type: 'string', value, scope: SCOPE } as const;
    const [fault] = Object.values(validate(model, draft, { validator }));
    if (fault) throw new StorageError(`BOT_VARIABLES: "${name}" is refused: ${fault}`);
    const [existing] =
      (await services.catalog.repository('variable')?.list({ take: 1, where: [{ name }] })) ?? [];
    if (!existing) await variables.create(draft);
    else if (existing.value !== value || existing.scope !== SCOPE)
      await variables.change(existing.id, () => draft);
    if (existing && existing.scope !== SCOPE)
      warnings.push(
        `BOT_VARIABLES: "${name}" took the place of a variable of the bot; its history has the value`,
      );
  }
  return warnings;
}
