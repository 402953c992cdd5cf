import type { Answered, Knowledge, Reply, Stored } from './types.ts';

/** Actions of a flow that follow each other at once, at most. */
const MOST_ACTIONS = 20;
/** Messages that are sent together, at most. */
const MOST_MESSAGES = 5;

/** Does what a reply says: adds its messages to the answer, sets, hands off. What is no longer there is told. */
export async function carryOut(knowledge: Knowledge, reply: Reply, answered: Answered): Promise<void> {
  switch (reply.type) {
    case 'template':
      return say(knowledge, reply.template, answered);
    case 'flow':
      return runFlow(knowledge, reply.flow, reply.startAction, answered);
    case 'handoff':
      answered.handoff = { ...(reply.team !== undefined && { team: reply.team }) };
      answered.steps.push({ step: 'answer', text: 'Handed off to a person' });
      if (reply.template !== undefined) await say(knowledge, reply.template, answered);
      return;
    case 'set': {
      const { tag, variable, value } = reply;
      answered.sets.push({ tag, variable, value });
      answered.steps.push({
        step: 'answer',
        text: tag === undefined ? `Set ${variable} to ${value}` : `Set the tag ${tag}`,
      });
    }
  }
}

async function say(knowledge: Knowledge, id: string, answered: Answered): Promise<void> {
  const template = await knowledge.template(id);
  if (!template) {
    answered.steps.push({ step: 'answer', text: 'The template is no longer there' });
    return;
  }
  answered.template ??= { id, name: template.name };
  const { answer } = answered;
  answer.messages = [...answer.messages, ...template.messages].slice(0, MOST_MESSAGES);
  answer.quickReply = template.quickReply ?? answer.quickReply;
  answered.steps.push({ step: 'answer', text: `Template ${template.name}` });
}

async function runFlow(
  knowledge: Knowledge,
  idOrName: string,
  startAction: string | undefined,
  answered: Answered,
): Promise<void> {
  const flow = await knowledge.flow(idOrName);
  let action: Stored<'flow'>['actions'][number] | undefined = startAction
    ? flow?.actions.find(({ name }) => name === startAction)
    : flow?.actions[0];
  if (!flow || !action) {
    answered.steps.push({ step: 'flow', text: 'The flow, or its action, is no longer there' });
    return;
  }
  answered.flow = { id: flow.id, name: flow.name, action: action.name };
  for (let count = 0; action && count < MOST_ACTIONS; count += 1) {
    answered.steps.push({ step: 'flow', text: `Flow ${flow.name}, action ${action.name}` });
    await carryOut(knowledge, action.reply, answered);
    const next: string | undefined = action.next;
    action = answered.handoff ? undefined : flow.actions.find(({ name }) => name === next);
  }
}
