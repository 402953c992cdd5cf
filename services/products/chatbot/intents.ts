import type { DomainModule } from '../../engine/modules/module.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { ENTITY_FORMATS, INTENT_FORMATS } from './formats/index.ts';
import { ROW_PER_SAMPLE } from './importIntents.ts';
import { mapperName } from './mappers.ts';

/** Renames the mappers of an intent or entity whose name changed. */
async function renameMappers(
  field: 'intent' | 'entities',
  write: RecordWrite & { before: EntityRecord },
  record: EntityRecord,
): Promise<void> {
  if (write.before['name'] === record['name']) return;
  const mappers = write.catalog.repository('mapper')?.within(write.tx);
  const using = (await mappers?.list({ take: 1000, where: [{ [field]: record.id }] })) ?? [];
  for (const { id, intent, entities = [] } of using) {
    const name = await mapperName(write, intent, entities);
    await write.records('mapper').change(id, (stored) => ({ ...stored, name }));
  }
}

export const intentsModule = {
  name: 'intents',
  entity: 'intent',
  imports: ROW_PER_SAMPLE,
  formats: INTENT_FORMATS,
  hooks: { afterUpdate: (write, record) => renameMappers('intent', write, record) },
} satisfies DomainModule;

export const entitiesModule = {
  name: 'entities',
  entity: 'entity',
  formats: ENTITY_FORMATS,
  hooks: { afterUpdate: (write, record) => renameMappers('entities', write, record) },
} satisfies DomainModule;
