import type { Flow, Mapper } from '../../../schemas/generated/types.ts';
import type { DomainModule } from '../../engine/modules/module.ts';
import { invalid } from '../../engine/http/errors.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import { listText } from '../../../schemas/model/listText.ts';
import { t } from '../../../schemas/texts/translate.ts';

type Draft = Partial<Pick<Mapper, 'intent' | 'entities' | 'questions' | 'action'>>;

/** Mappers: named after their intent and entities; the entities they ask for and the action they start must exist. */
export const mappersModule = {
  name: 'mappers',
  entity: 'mapper',
  hooks: { beforeCreate: completeMapper, beforeUpdate: completeMapper },
} satisfies DomainModule;

async function completeMapper(write: RecordWrite): Promise<void> {
  const { intent = '', entities = [], questions = [], action } = write.draft as Draft;
  const fields: Record<string, string> = {};
  questions.forEach(({ entity }, index) => {
    if (!entities.includes(entity))
      fields[`/questions/${index}/entity`] = t('This entity is none of the mapper’s');
  });
  const flow = action?.type === 'flow' ? await findFlow(write, action.flow) : undefined;
  if (action?.type === 'flow' && flow && !hasAction(flow, action.startAction))
    fields['/action/startAction'] = noActionMessage(flow);
  if (Object.keys(fields).length > 0) throw invalid(fields);
  write.draft['name'] = await mapperName(write, intent, entities);
}

/** `delivery_area + city, product`. */
export async function mapperName(
  write: RecordWrite,
  intent: string,
  entities: readonly string[],
): Promise<string> {
  const intentNames = await findNames(write, 'intent', [intent]);
  const entityNames = await findNames(write, 'entity', entities);
  return [intentNames.join(), entityNames.join(', ')].filter(Boolean).join(' + ').slice(0, 1000);
}

async function findNames(
  { catalog, tx }: RecordWrite,
  entity: 'intent' | 'entity',
  ids: readonly string[],
): Promise<string[]> {
  const names: string[] = [];
  for (const id of ids) {
    const record = await catalog.repository(entity)?.within(tx).find(id);
    if (record) names.push(record.name);
  }
  return names;
}

export const findFlow = ({ catalog, tx }: RecordWrite, id: string): Promise<Flow | undefined> =>
  catalog.repository('flow')?.within(tx).find(id) ?? Promise.resolve(undefined);

/** Whether a flow has an action; true without a name, which means the first one. */
export const hasAction = ({ actions }: Pick<Flow, 'actions'>, name: string | undefined): boolean =>
  name === undefined || actions.some((action) => action.name === name);

export const noActionMessage = ({ name, actions }: Pick<Flow, 'name' | 'actions'>): string =>
  t('%{flow} has no such action; it has %{actions}', {
    ...{ flow: name, actions: listText(actions.map((action) => action.name)) },
  }).slice(0, 300);
