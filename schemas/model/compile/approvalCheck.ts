import { placeholdersOfRule } from '../approval.ts';
import { isForPeople } from '../lifecycle.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { parseSentence, sentenceFields } from '../sentence.ts';
import type { ActionModel, EntityModel } from '../types.ts';
import type { CheckContext } from './checkContext.ts';
import { checkMatch } from './matchCheck.ts';
import type { Problems } from './problems.ts';

/**
 * Rules of approval can be kept: another transition approves, what asks is an action, and their sentences name what their
 * conditions ask for.
 */
export function checkApproval(
  model: EntityModel,
  { id, approval = [] }: ActionModel,
  context: CheckContext,
  path: string,
  problems: Problems,
): void {
  const others = model.actions.filter((one) => one.id !== id && isForPeople(one));
  const transitions = others.filter(({ transition }) => transition).map((one) => one.id);
  const asking = others.filter(({ transition }) => !transition).map((one) => one.id);
  approval.forEach((rule, index) => {
    const at = `${path}/approval/${index}`;
    const scope = { siblings: model.fields, root: model.fields, context, ofServices: true };
    checkMatch(rule.when, scope, `${at}/when`, problems);
    if (rule.by === id) problems.add(`${at}/by`, `"${id}" cannot approve itself; name another transition`);
    else if (!transitions.includes(rule.by))
      problems.add(`${at}/by`, unknownNameMessage('transition', rule.by, transitions));
    if (rule.ask !== undefined && !asking.includes(rule.ask))
      problems.add(`${at}/ask`, unknownNameMessage('action', rule.ask, asking));
    const parts = parseSentence(rule.else);
    const names = placeholdersOfRule(rule);
    const strange = parts && sentenceFields(parts).find((name) => !names.includes(name));
    if (!parts) problems.add(`${at}/else`, 'its brackets do not match; they stand in no other brackets');
    if (strange !== undefined)
      problems.add(`${at}/else`, unknownNameMessage('setting or figure of "when"', strange, names));
  });
}
