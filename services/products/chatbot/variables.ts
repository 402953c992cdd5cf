import type { DomainModule } from '../../engine/modules/module.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { invalid } from '../../engine/http/errors.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import { findReferrers } from '../../engine/resources/referrers.ts';
import { SYSTEM } from '../../engine/resources/write/actor.ts';
import { setEnvironmentVariables } from './environmentVariables.ts';
import { textOf } from '../../../schemas/model/text.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** @throws ApiError 422 where the draft renames a variable that texts refer to */
async function assertNameUnused({
  before,
  draft,
  tx,
  catalog,
}: RecordWrite & { before: EntityRecord }): Promise<void> {
  if (draft['name'] === before['name']) return;
  const resource = catalog.require('variable');
  const { id, name } = before;
  const { usedBy, hidden } = await findReferrers({ db: tx, catalog }, resource, SYSTEM, { id, name }, tx);
  const count = usedBy.length + hidden;
  if (count > 0)
    throw invalid({
      '/name': t(
        count === 1
          ? '%{variable} stands in a text: it keeps its name'
          : '%{variable} stands in the texts of %{count} records: it keeps its name',
        { variable: `{{${textOf(name)}}}`, count },
      ),
    });
}

/** Variables of the bot and of the deployment. */
export const variablesModule = {
  name: 'variables',
  entity: 'variable',
  hooks: { beforeUpdate: assertNameUnused },
  async start({ settings, services, warn }) {
    for (const warning of await setEnvironmentVariables(services(), settings.botVariables)) warn(warning);
  },
} satisfies DomainModule;
