import type { Profile } from '../../../schemas/generated/types.ts';
import type { EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import { type Conditions, countConditions, MOST_CONDITIONS } from '../../../schemas/segments/conditions.ts';
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

/** People that are shown of a segment while it is built. */
const MAX_SAMPLED_PEOPLE = 10;
/** People that may be passed over to see others. */
const MAX_SKIPPED_PEOPLE = 1_000;

const COUNT = { type: 'integer', minimum: 0 };
const PEOPLE: JsonObject = {
  type: 'object',
  required: ['count', 'channels', 'people'],
  properties: {
    count: { ...COUNT, description: 'People in the segment.' },
    channels: {
      type: 'array',
      description: 'Channels with people of it, the largest first.',
      items: {
        type: 'object',
        required: ['channel', 'count'],
        properties: { channel: { type: 'string', format: 'uuid' }, count: COUNT },
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
const COUNTS: JsonObject = {
  type: 'object',
  required: ['of', 'each'],
  properties: {
    of: { ...COUNT, description: 'People of the whole audience.' },
    each: {
      type: 'array',
      items: COUNT,
      description: 'How many meet each condition alone, in the order in which they stand, groups left out.',
    },
  },
};

const VALUES: JsonObject = {
  type: 'object',
  required: ['values', 'about'],
  properties: {
    values: {
      type: 'object',
      additionalProperties: COUNT,
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
  if (who && countConditions(who) > MOST_CONDITIONS)
    throw invalid({
      '/who/conditions': t('At most %{mostConditions} conditions, those in groups among them', {
        mostConditions: MOST_CONDITIONS,
      }),
    });
}

const ABOUT: JsonObject = {
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

/** Parts of the audience: how many people meet conditions while they are being written, and who. */
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
      output: PEOPLE,
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
      output: VALUES,
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
      output: ABOUT,
      reads: true,
      run: async ({ input, context }) => ({
        about: (await estimateMembers(context.services(), parseQuestion(input).who)) ?? null,
      }),
    },
    count: {
      on: 'list',
      operation: 'read',
      input: 'segment-preview',
      output: COUNTS,
      reads: true,
      run: ({ input, context }) => countEachCondition(context.services(), parseQuestion(input).who),
    },
  },
} satisfies DomainModule;

/** @throws ApiError 422 for more conditions than a segment may have */
function parseQuestion(input: Record<string, unknown>): { who: Conditions; skip?: number } {
  const { who, skip = 0 } = input as { who: Conditions; skip?: number };
  if (countConditions(who) > MOST_CONDITIONS)
    throw invalid({
      '/who/conditions': t('At most %{mostConditions} conditions, those in groups among them', {
        mostConditions: MOST_CONDITIONS,
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
