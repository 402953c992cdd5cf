import type { CheckContext } from './checkContext.ts';
import { walkFields } from '../fields.ts';
import { MESSAGE_RULES } from '../validationMessages.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import type { FieldModel, Match } from '../types.ts';
import { checkResources } from './accessCheck.ts';
import { choiceTableProblem } from './choiceTableCheck.ts';
import { checkKeywords, type FieldPlacement } from './keywordCheck.ts';
import { itemOfProblem } from './itemOfCheck.ts';
import { checkMatch } from './matchCheck.ts';
import { checkUpload } from './uploadCheck.ts';
import { checkValues } from './valueCheck.ts';

/** Checks keywords, values, conditions, references, list rules and messages of every field, at any depth. */
export function checkFields(fields: FieldModel[], context: CheckContext): void {
  const visit = (field: FieldModel, siblings: FieldModel[], placement: FieldPlacement): void => {
    checkField(field, siblings, fields, context, placement);
    const innerPlacement: FieldPlacement = { ...placement, isTop: false };
    field.fields?.forEach((child) => visit(child, field.fields ?? [], innerPlacement));
    // Conditions of an item are evaluated beside its list.
    if (field.item) visit(field.item, siblings, { isTop: false, within: 'list' });
    // Otherwise people would have to type ids.
    if (field.item?.reference)
      context.origins.report(
        context.origins.schemaOf(field.item),
        ['x-field', 'reference'],
        'stands beside `items`: the list is what holds the references',
      );
    field.variants?.options.forEach((option) =>
      option.fields.forEach((child) =>
        visit(child, option.fields, { isTop: false, within: placement.within ?? 'variants' }),
      ),
    );
  };
  fields.forEach((field) => visit(field, fields, { isTop: true }));
}

function checkField(
  field: FieldModel,
  siblings: FieldModel[],
  root: FieldModel[],
  context: CheckContext,
  placement: FieldPlacement,
): void {
  const { origins } = context;
  const schema = origins.schemaOf(field);
  const report = (keyword: (string | number)[], message: string): void =>
    origins.report(schema, ['x-field', ...keyword], message);
  checkKeywords(field, placement, origins);
  checkValues(field, origins);
  const conditions: [(string | number)[], Match | undefined][] = [
    [['visibleWhen'], field.visibleWhen],
    // By default a field is required while it is visible.
    [['requiredWhen'], field.requiredWhen === field.visibleWhen ? undefined : field.requiredWhen],
    [['readOnlyWhen'], field.readOnlyWhen],
    ...field.limits.map((limit, index): [(string | number)[], Match] => [
      ['limits', index, 'when'],
      limit.when,
    ]),
  ];
  for (const [keyword, match] of conditions) {
    const { path, problems } = origins.locate(schema, ['x-field', ...keyword]);
    checkMatch(match, { siblings, root, context, ofField: true }, path, problems);
  }
  for (const rule of Object.keys(field.messages)) {
    if (!MESSAGE_RULES.includes(rule))
      report(['messages', rule], unknownNameMessage('rule', rule, MESSAGE_RULES));
  }
  const optionProblem =
    itemOfProblem(field, siblings, root, context.entities) ??
    choiceTableProblem(field, siblings, context.entities);
  if (optionProblem) report(['options', ...optionProblem.option], optionProblem.message);
  checkReference(field, context);
  checkDerived(field, siblings, context, placement, report);
  checkListRules(field, report);
  checkUpload(field, siblings, report);
  const names = siblings.map(({ name }) => name);
  if (field.sameAs !== undefined && !names.includes(field.sameAs))
    report(['sameAs'], unknownNameMessage('field', field.sameAs, names));
  const numbers = siblings.filter(({ type }) => type === 'number').map(({ name }) => name);
  for (const [index, name] of (field.combinedMaximum?.otherFields ?? []).entries())
    if (!numbers.includes(name))
      report(['combinedMaximum', 'otherFields', index], unknownNameMessage('number', name, numbers));
  for (const [index, name] of (field.highlight ?? []).entries())
    if (!names.includes(name)) report(['highlight', index], unknownNameMessage('field', name, names));
  for (const operation of ['read', 'write'] as const) {
    checkResources(field.access[operation] ?? [], context.access, (index, message) =>
      report(['access', operation, index], message),
    );
  }
}

function checkReference(field: FieldModel, context: CheckContext): void {
  const { entities, origins } = context;
  const { reference } = field;
  if (!reference) return;
  const target = entities.find((entity) => entity.name === reference.entity);
  const { path, problems } = origins.locate(origins.schemaOf(field), ['x-field', 'reference']);
  if (target?.source === 'events')
    problems.add(`${path}/entity`, `"${target.name}" are events, which are dropped once they are old`);
  else if (target)
    checkMatch(
      reference.where,
      { siblings: target.fields, root: target.fields, context },
      `${path}/where`,
      problems,
    );
  else
    problems.add(
      `${path}/entity`,
      unknownNameMessage(
        'entity',
        reference.entity,
        entities.map((entity) => entity.name),
      ),
    );
}

/** A derived field has a sibling reference as its source, and is read-only. */
function checkDerived(
  field: FieldModel,
  siblings: FieldModel[],
  { entities }: CheckContext,
  { isTop }: FieldPlacement,
  report: (keyword: string[], message: string) => void,
): void {
  if (!field.derive) return;
  const { by, field: name } = field.derive;
  if (!isTop) return report(['derive'], 'only a field of the record itself can be derived');
  if (!field.readOnly)
    report(['derive'], 'the field needs "readOnly": its value follows from another record');
  const references = siblings.filter(({ type }) => type === 'reference');
  const reference = references.find((one) => one.name === by)?.reference;
  if (!reference)
    return report(
      ['derive'],
      unknownNameMessage(
        'reference to one record',
        by,
        references.map((one) => one.name),
      ),
    );
  const fields = entities.find((entity) => entity.name === reference.entity)?.fields.map((one) => one.name);
  if (fields && !fields.includes(name)) report(['derive'], unknownNameMessage('field', name, fields));
}

function checkListRules(field: FieldModel, report: (keyword: string[], message: string) => void): void {
  const itemFields = new Set<string>(['']);
  if (field.item) walkFields([field.item], (one) => itemFields.add(one.name));
  const { uniquePrefixBefore: _, uniqueAcrossRecords, ...byName } = field.rules ?? {};
  if (uniqueAcrossRecords && field.rules?.uniqueBy.length === 0)
    report(['uniqueAcrossRecords'], 'needs "uniqueBy", which says what of the items is compared');
  for (const [rule, names] of Object.entries(byName)) {
    const known = rule === 'uniqueBy' ? new Set([...itemFields, ...nestedPaths(field.item)]) : itemFields;
    for (const name of names) {
      if (!known.has(name)) report([rule], unknownNameMessage('item field', name, known));
    }
  }
}

/** Paths of fields in lists inside an item: `messages.keywords`. */
const nestedPaths = (item: FieldModel | undefined): string[] =>
  (item?.fields ?? []).flatMap(({ name, item: inner }) =>
    [...(inner?.fields ?? []).map((one) => one.name), ...nestedPaths(inner)].map((path) => `${name}.${path}`),
  );
