import { placeholdersOfRule } from '../approval.ts';
import { isForPeople } from '../lifecycle.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { parseSentence, sentenceFields } from '../sentence.ts';
import type { ActionModel, EntityModel } from '../types.ts';
import type { CheckContext } from './checkContext.ts';
import { checkMatch } from './matchCheck.ts';
import type { Problems } from './problems.ts';

/**
 * Checks approval rules: another transition approves, `ask` is an action, and sentences only have placeholders that the
 * condition reads.
 */
export function checkApproval(
  model: EntityModel,
  { id, approval = [] }: ActionModel,
  context: CheckContext,
  path: string,
  problems: Problems,
): void {
  const otherActions = model.actions.filter((one) => one.id !== id && isForPeople(one));
  const transitions = otherActions.filter(({ transition }) => transition).map((one) => one.id);
  const requestActions = otherActions.filter(({ transition }) => !transition).map((one) => one.id);
  approval.forEach((rule, index) => {
    const rulePath = `${path}/approval/${index}`;
    const scope = { siblings: model.fields, root: model.fields, context, ofServices: true };
    checkMatch(rule.when, scope, `${rulePath}/when`, problems);
    if (rule.by === id)
      problems.add(`${rulePath}/by`, `"${id}" cannot approve itself; name another transition`);
    else if (!transitions.includes(rule.by))
      problems.add(`${rulePath}/by`, unknownNameMessage('transition', rule.by, transitions));
    if (rule.ask !== undefined && !requestActions.includes(rule.ask))
      problems.add(`${rulePath}/ask`, unknownNameMessage('action', rule.ask, requestActions));
    const parts = parseSentence(rule.else);
    const names = placeholdersOfRule(rule);
    const unknownName = parts && sentenceFields(parts).find((name) => !names.includes(name));
    if (!parts)
      problems.add(`${rulePath}/else`, 'its brackets do not match; they stand in no other brackets');
    if (unknownName !== undefined)
      problems.add(`${rulePath}/else`, unknownNameMessage('setting or figure of "when"', unknownName, names));
  });
}
