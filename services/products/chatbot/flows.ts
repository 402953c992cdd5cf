import type { Flow } from '../../../schemas/generated/types.ts';
import type { DomainModule } from '../../engine/modules/module.ts';
import { invalid } from '../../engine/http/errors.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import { hasAction } from './mappers.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Actions of a flow lead to actions of the same flow. */
export const flowsModule = {
  name: 'flows',
  entity: 'flow',
  hooks: { beforeCreate: check, beforeUpdate: check },
} satisfies DomainModule;

async function check({ draft }: RecordWrite): Promise<void> {
  const { actions = [] } = draft as Partial<Flow>;
  const fields: Record<string, string> = {};
  actions.forEach(({ next }, index) => {
    if (!hasAction({ actions }, next))
      fields[`/actions/${index}/next`] = t('The flow has no action of this name');
  });
  if (Object.keys(fields).length > 0) throw invalid(fields);
}
