import type { ChatLogic } from '../../../schemas/generated/types.ts';
import type { DomainModule } from '../../engine/modules/module.ts';
import { invalid } from '../../engine/http/errors.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import { findFlow, hasAction, noActionMessage } from './mappers.ts';

/** Chat logic: rules may only start flows at actions that exist. */
export const chatLogicModule = {
  name: 'chat logic',
  entity: 'chat-logic',
  hooks: { beforeCreate: assertStartActionExists, beforeUpdate: assertStartActionExists },
} satisfies DomainModule;

async function assertStartActionExists(write: RecordWrite): Promise<void> {
  const { then } = write.draft as Partial<ChatLogic>;
  if (then?.type !== 'flow') return;
  const flow = await findFlow(write, then.flow);
  if (flow && !hasAction(flow, then.startAction))
    throw invalid({ '/then/startAction': noActionMessage(flow) });
}
