import type { Profile } from '../../../schemas/generated/types.ts';
import type { EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import { type Conditions, countConditions, MAX_CONDITIONS } from '../../../schemas/segments/conditions.ts';
import type { DomainModule } from '../../engine/modules/module.ts';
import { invalid } from '../../engine/http/errors.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import {
  estimateMembers,
  countEachCondition,
  countByChannel,
  countSegments,
  sampleMembers,
} from './members.ts';
import { SEGMENT_TABLES } from './tables.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** People in the preview of a segment. */
const MAX_SAMPLED_PEOPLE = 10;
/** Largest `skip` of a preview. */
const MAX_SKIPPED_PEOPLE = 1_000;

const COUNT_SCHEMA = { type: 'integer', minimum: 0 };
const PREVIEW_SCHEMA: JsonObject = {
  type: 'object',
  required: ['count', 'channels', 'people'],
  properties: {
    count: { ...COUNT_SCHEMA, description: 'People in the segment.' },
    channels: {
      type: 'array',
      description: 'Channels with people of it, the largest first.',
      items: {
        type: 'object',
        required: ['channel', 'count'],
        properties: { channel: { type: 'string', format: 'uuid' }, count: COUNT_SCHEMA },
      },
    },
    people: {
      type: 'array',
      maxItems: MAX_SAMPLED_PEOPLE,
      description: 'Some of them, the last seen first; none for who may not read the audience.',
      items: { type: 'object', additionalProperties: true },
    },
  },
};
const CONDITION_COUNTS_SCHEMA: JsonObject = {
  type: 'object',
  required: ['of', 'each'],
  properties: {
    of: { ...COUNT_SCHEMA, description: 'People of the whole audience.' },
    each: {
      type: 'array',
      items: COUNT_SCHEMA,
      description: 'How many meet each condition alone, in the order in which they stand, groups left out.',
    },
  },
};

const SEGMENT_COUNTS_SCHEMA: JsonObject = {
  type: 'object',
  required: ['values', 'about'],
  properties: {
    values: {
      type: 'object',
      additionalProperties: COUNT_SCHEMA,
      description: 'People by the id of the segment, without those that could not be counted in time.',
    },
    about: {
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      description: 'Segments whose number is estimated, within some hundredths.',
    },
  },
};

async function assertConditionCount({ draft }: RecordWrite): Promise<void> {
  const who = draft['who'] as Conditions | undefined;
  if (who && countConditions(who) > MAX_CONDITIONS)
    throw invalid({
      '/who/conditions': t('At most %{mostConditions} conditions, those in groups among them', {
        mostConditions: MAX_CONDITIONS,
      }),
    });
}

const ESTIMATE_SCHEMA: JsonObject = {
  type: 'object',
  required: ['about'],
  properties: {
    about: {
      type: ['integer', 'null'],
      description:
        'About how many people are in the segment, to be shown until they are counted: within some hundredths. None where counting is as quick, or where they are few.',
    },
  },
};

/** Segments of the audience: previews, counts and estimates of conditions while they are edited. */
export const segmentsModule = {
  name: 'segments',
  entity: 'segment',
  migrations: SEGMENT_TABLES,
  hooks: { beforeCreate: assertConditionCount, beforeUpdate: assertConditionCount },
  handlers: {
    preview: {
      on: 'list',
      operation: 'read',
      input: 'segment-preview',
      output: PREVIEW_SCHEMA,
      reads: true,
      async run({ input, user, context }) {
        const services = context.services();
        const { who, skip = 0 } = parseQuestion(input);
        const now = new Date();
        const channels = await countByChannel(services, who, now);
        const of = channels.reduce((sum, { count }) => sum + count, 0);
        const mayRead = services.catalog.rights(user.roles).may('profile', 'read');
        const ids = mayRead ? await sampleMembers(services, who, MAX_SAMPLED_PEOPLE, { now, skip, of }) : [];
        const found = (await services.catalog.repository('profile')?.getMany(ids)) ?? [];
        const people = ids.flatMap((id) => found.find((one) => one.id === id) ?? []).map(toSample);
        return { count: of, channels, people };
      },
    },
    people: {
      on: 'list',
      operation: 'read',
      input: 'record-ids',
      output: SEGMENT_COUNTS_SCHEMA,
      reads: true,
      async run({ input, context }) {
        const services = context.services();
        const { ids } = input as { ids: string[] };
        const segments = (await services.catalog.repository('segment')?.getMany(ids)) ?? [];
        return countSegments(
          services,
          segments.map(({ id, who }) => ({ id, who })),
        );
      },
    },
    estimate: {
      on: 'list',
      operation: 'read',
      input: 'segment-preview',
      output: ESTIMATE_SCHEMA,
      reads: true,
      run: async ({ input, context }) => ({
        about: (await estimateMembers(context.services(), parseQuestion(input).who)) ?? null,
      }),
    },
    count: {
      on: 'list',
      operation: 'read',
      input: 'segment-preview',
      output: CONDITION_COUNTS_SCHEMA,
      reads: true,
      run: ({ input, context }) => countEachCondition(context.services(), parseQuestion(input).who),
    },
  },
} satisfies DomainModule;

/** @throws ApiError 422 for too many conditions */
function parseQuestion(input: Record<string, unknown>): { who: Conditions; skip?: number } {
  const { who, skip = 0 } = input as { who: Conditions; skip?: number };
  if (countConditions(who) > MAX_CONDITIONS)
    throw invalid({
      '/who/conditions': t('At most %{mostConditions} conditions, those in groups among them', {
        mostConditions: MAX_CONDITIONS,
      }),
    });
  return { who, skip: Math.min(skip, MAX_SKIPPED_PEOPLE) };
}

const toSample = ({
  id,
  displayName,
  pictureUrl,
  channel,
  lastSeen,
}: Profile & EntityRecord): Partial<Profile> & { id: string } => ({
  ...{ id, displayName, channel },
  ...(pictureUrl !== undefined && { pictureUrl }),
  ...(lastSeen !== undefined && { lastSeen }),
});
