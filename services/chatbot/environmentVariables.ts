import { createCheck } from '../../schemas/model/ajv.ts';
import type { ProductModel } from '../../schemas/model/types.ts';
import { validate } from '../../schemas/model/validate.ts';
import { Repository } from '../resources/repository.ts';
import { StorageError, type Database } from '../storage/database.ts';

const SCOPE = 'environment';

/**
 * Gives the variables of scope environment the values of this deployment: those that exist are set, missing ones are
 * made. The console shows them and changes none; a variable that the deployment does not name keeps its value.
 * @throws StorageError naming the variable, when name or value breaks a rule or the name belongs to the bot's scope
 */
export async function setEnvironmentVariables(
  db: Database,
  product: ProductModel,
  values: Record<string, string>,
): Promise<void> {
  const model = product.entities.find(({ name }) => name === 'variable');
  if (!model) return;
  const repository = new Repository(db, model);
  const check = createCheck(model.schema);
  for (const [name, value] of Object.entries(values)) {
    const draft = { name, type: 'string', value, scope: SCOPE };
    const [fault] = Object.values(validate(model, draft, { check }));
    if (fault) throw new StorageError(`BOT_VARIABLES: "${name}" is refused: ${fault}`);
    const [held] = await repository.list({ take: 1, where: [{ name }] });
    if (!held) await repository.create(draft);
    else if (held['scope'] !== SCOPE) {
      throw new StorageError(`BOT_VARIABLES: "${name}" is a variable of scope bot; rename it there first`);
    } else if (held['value'] !== value) await repository.update(held.id, draft, undefined);
  }
}
