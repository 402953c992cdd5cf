import type { Flow } from '../../../schemas/generated/types.ts';
import type { DomainModule } from '../../engine/modules/module.ts';
import { invalid } from '../../engine/http/errors.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import { hasAction } from './mappers.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Flows: actions may only lead to actions of the same flow. */
export const flowsModule = {
  name: 'flows',
  entity: 'flow',
  hooks: { beforeCreate: assertNextActionsExist, beforeUpdate: assertNextActionsExist },
} satisfies DomainModule;

async function assertNextActionsExist({ draft }: RecordWrite): Promise<void> {
  const { actions = [] } = draft as Partial<Flow>;
  const fields: Record<string, string> = {};
  actions.forEach(({ next }, index) => {
    if (!hasAction({ actions }, next))
      fields[`/actions/${index}/next`] = t('The flow has no action of this name');
  });
  if (Object.keys(fields).length > 0) throw invalid(fields);
}
