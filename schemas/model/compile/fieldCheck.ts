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

/** Keywords, values, conditions, references, list rules and own messages of every field, at any depth. */
export function checkFields(fields: FieldModel[], context: CheckContext): void {
  const visit = (field: FieldModel, siblings: FieldModel[], placement: FieldPlacement): void => {
    checkField(field, siblings, fields, context, placement);
    const inside: FieldPlacement = { ...placement, isTop: false };
    field.fields?.forEach((child) => visit(child, field.fields ?? [], inside));
    // An item's own conditions are read beside its list.
    if (field.item) visit(field.item, siblings, { isTop: false, within: 'list' });
    // People would be asked for ids.
    if (field.item?.reference)
      context.origins.tell(
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
  const tell = (keyword: (string | number)[], message: string): void =>
    origins.tell(schema, ['x-field', ...keyword], message);
  checkKeywords(field, placement, origins);
  checkValues(field, origins);
  const conditions: [(string | number)[], Match | undefined][] = [
    [['visibleWhen'], field.visibleWhen],
    // Without one of its own a field is required while it is seen.
    [['requiredWhen'], field.requiredWhen === field.visibleWhen ? undefined : field.requiredWhen],
    [['readOnlyWhen'], field.readOnlyWhen],
    ...field.limits.map((limit, index): [(string | number)[], Match] => [
      ['limits', index, 'when'],
      limit.when,
    ]),
  ];
  for (const [keyword, match] of conditions) {
    const { path, problems } = origins.placeOf(schema, ['x-field', ...keyword]);
    checkMatch(match, { siblings, root, context, ofField: true }, path, problems);
  }
  for (const rule of Object.keys(field.messages)) {
    if (!MESSAGE_RULES.includes(rule))
      tell(['messages', rule], unknownNameMessage('rule', rule, MESSAGE_RULES));
  }
  const idle =
    itemOfProblem(field, siblings, root, context.entities) ??
    choiceTableProblem(field, siblings, context.entities);
  if (idle) tell(['options', ...idle.option], idle.message);
  checkReference(field, context);
  checkDerived(field, siblings, context, placement, tell);
  checkListRules(field, tell);
  checkUpload(field, siblings, tell);
  const names = siblings.map(({ name }) => name);
  if (field.sameAs !== undefined && !names.includes(field.sameAs))
    tell(['sameAs'], unknownNameMessage('field', field.sameAs, names));
  const numbers = siblings.filter(({ type }) => type === 'number').map(({ name }) => name);
  for (const [index, name] of (field.combinedMaximum?.otherFields ?? []).entries())
    if (!numbers.includes(name))
      tell(['combinedMaximum', 'otherFields', index], unknownNameMessage('number', name, numbers));
  for (const [index, name] of (field.highlight ?? []).entries())
    if (!names.includes(name)) tell(['highlight', index], unknownNameMessage('field', name, names));
  for (const operation of ['read', 'write'] as const) {
    checkResources(field.access[operation] ?? [], context.access, (index, message) =>
      tell(['access', operation, index], message),
    );
  }
}

function checkReference(field: FieldModel, context: CheckContext): void {
  const { entities, origins } = context;
  const { reference } = field;
  if (!reference) return;
  const target = entities.find((entity) => entity.name === reference.entity);
  const { path, problems } = origins.placeOf(origins.schemaOf(field), ['x-field', 'reference']);
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

/** What is derived follows from a reference beside it, and is nobody's to fill in. */
function checkDerived(
  field: FieldModel,
  siblings: FieldModel[],
  { entities }: CheckContext,
  { isTop }: FieldPlacement,
  tell: (keyword: string[], message: string) => void,
): void {
  if (!field.derive) return;
  const { by, field: name } = field.derive;
  if (!isTop) return tell(['derive'], 'only a field of the record itself can be derived');
  if (!field.readOnly) tell(['derive'], 'the field needs "readOnly": its value follows from another record');
  const references = siblings.filter(({ type }) => type === 'reference');
  const reference = references.find((one) => one.name === by)?.reference;
  if (!reference)
    return tell(
      ['derive'],
      unknownNameMessage(
        'reference to one record',
        by,
        references.map((one) => one.name),
      ),
    );
  const fields = entities.find((entity) => entity.name === reference.entity)?.fields.map((one) => one.name);
  if (fields && !fields.includes(name)) tell(['derive'], unknownNameMessage('field', name, fields));
}

function checkListRules(field: FieldModel, tell: (keyword: string[], message: string) => void): void {
  const names = new Set<string>(['']);
  if (field.item) walkFields([field.item], (one) => names.add(one.name));
  const { uniquePrefixBefore: _, uniqueAcrossRecords, ...byName } = field.rules ?? {};
  if (uniqueAcrossRecords && field.rules?.uniqueBy.length === 0)
    tell(['uniqueAcrossRecords'], 'needs "uniqueBy", which says what of the items is compared');
  for (const [rule, listed] of Object.entries(byName)) {
    const known = rule === 'uniqueBy' ? new Set([...names, ...pathsIn(field.item)]) : names;
    for (const name of listed) {
      if (!known.has(name)) tell([rule], unknownNameMessage('item field', name, known));
    }
  }
}

/** Fields of the lists inside an item, as `messages.keywords`. */
const pathsIn = (item: FieldModel | undefined): string[] =>
  (item?.fields ?? []).flatMap(({ name, item: inner }) =>
    [...(inner?.fields ?? []).map((one) => one.name), ...pathsIn(inner)].map((path) => `${name}.${path}`),
  );
