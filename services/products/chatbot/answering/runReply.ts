import type { BotAnswer, Knowledge, Reply, StoredRecord } from './types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Actions of a flow that run in one answer. */
const MAX_FLOW_ACTIONS = 20;
const MAX_MESSAGES_PER_ANSWER = 5;

/** Runs a reply: adds its messages to the answer, sets tags and variables, hands off. Missing records become a step. */
export async function runReply(knowledge: Knowledge, reply: Reply, botAnswer: BotAnswer): Promise<void> {
  switch (reply.type) {
    case 'template':
      return addTemplate(knowledge, reply.template, botAnswer);
    case 'flow':
      return runFlow(knowledge, reply.flow, reply.startAction, botAnswer);
    case 'handoff':
      botAnswer.handoff = { ...(reply.team !== undefined && { team: reply.team }) };
      botAnswer.steps.push({ step: 'answer', text: t('Handed off to a person') });
      if (reply.template !== undefined) await addTemplate(knowledge, reply.template, botAnswer);
      return;
    case 'set': {
      const { tag, variable, value } = reply;
      botAnswer.sets.push({ tag, variable, value });
      botAnswer.steps.push({
        step: 'answer',
        text:
          tag === undefined
            ? t('Set %{variable} to %{value}', { variable, value })
            : t('Set the tag %{tag}', { tag }),
      });
    }
  }
}

async function addTemplate(knowledge: Knowledge, id: string, botAnswer: BotAnswer): Promise<void> {
  const template = await knowledge.template(id);
  if (!template) {
    botAnswer.steps.push({ step: 'answer', text: t('The template is no longer there') });
    return;
  }
  botAnswer.template ??= { id, name: template.name };
  const { answer } = botAnswer;
  answer.messages = [...answer.messages, ...template.messages].slice(0, MAX_MESSAGES_PER_ANSWER);
  answer.quickReply = template.quickReply ?? answer.quickReply;
  botAnswer.steps.push({ step: 'answer', text: t('Template %{name}', { name: template.name }) });
}

async function runFlow(
  knowledge: Knowledge,
  idOrName: string,
  startAction: string | undefined,
  botAnswer: BotAnswer,
): Promise<void> {
  const flow = await knowledge.flow(idOrName);
  let action: StoredRecord<'flow'>['actions'][number] | undefined = startAction
    ? flow?.actions.find(({ name }) => name === startAction)
    : flow?.actions[0];
  if (!flow || !action) {
    botAnswer.steps.push({ step: 'flow', text: t('The flow, or its action, is no longer there') });
    return;
  }
  botAnswer.flow = { id: flow.id, name: flow.name, action: action.name };
  for (let count = 0; action && count < MAX_FLOW_ACTIONS; count += 1) {
    const names = { flow: flow.name, action: action.name };
    botAnswer.steps.push({ step: 'flow', text: t('Flow %{flow}, action %{action}', names) });
    await runReply(knowledge, action.reply, botAnswer);
    const next: string | undefined = action.next;
    action = botAnswer.handoff ? undefined : flow.actions.find(({ name }) => name === next);
  }
}
