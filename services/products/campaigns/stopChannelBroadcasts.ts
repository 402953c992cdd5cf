import type { Campaign } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { ApiError } from '../../engine/http/errors.ts';
import type { EntityCheck, DomainModule } from '../../engine/modules/module.ts';
import type { ActionCall } from '../../engine/resources/actions.ts';
import { callerOf } from '../../engine/resources/callerOf.ts';
import type { Services } from '../../engine/resources/services.ts';
import { records } from '../../engine/resources/write/records.ts';
import { message, t } from '../../../schemas/texts/translate.ts';
import { formatCount, pluralize } from './checks/subject.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

const STOP_ACTION_ID = 'stop-everything';
/** Broadcasts read at a time, per state. */
const PAGE_SIZE = 200;
/** Most passes: scheduled broadcasts may start while others are stopped. */
const MAX_PASSES = 20;

type Broadcast = Campaign & EntityRecord;

/** A channel's broadcasts that are being sent, then those that are scheduled. */
async function listActiveBroadcasts(
  { catalog }: Services,
  channel: string,
  limit: number,
): Promise<Broadcast[]> {
  const campaigns = catalog.repository('campaign');
  const inState = async (status: string): Promise<Broadcast[]> =>
    (await campaigns?.list({ take: limit, where: [{ channel, status }] })) ?? [];
  return [...(await inState('executing')), ...(await inState('scheduled'))];
}

/** How many broadcasts the action stops, and how many scheduled ones it turns into drafts. */
function describeImpact(executing: number, scheduled: number): string {
  if (scheduled === 0)
    return pluralize(
      executing,
      message('%{count} broadcast that is being sent will be stopped.'),
      message('%{count} broadcasts that are being sent will be stopped.'),
    );
  if (executing === 0)
    return pluralize(
      scheduled,
      message('%{count} scheduled broadcast will become a draft.'),
      message('%{count} scheduled broadcasts will become drafts.'),
    );
  const values = { scheduled: formatCount(scheduled) };
  return scheduled === 1
    ? pluralize(
        executing,
        message(
          '%{count} broadcast that is being sent will be stopped, %{scheduled} scheduled broadcast will become a draft.',
        ),
        message(
          '%{count} broadcasts that are being sent will be stopped, %{scheduled} scheduled broadcast will become a draft.',
        ),
        values,
      )
    : pluralize(
        executing,
        message(
          '%{count} broadcast that is being sent will be stopped, %{scheduled} scheduled broadcasts will become drafts.',
        ),
        message(
          '%{count} broadcasts that are being sent will be stopped, %{scheduled} scheduled broadcasts will become drafts.',
        ),
        values,
      );
}

/** Counts the broadcasts that will stop, and lists them if the user may read them. */
const broadcastsCheck: EntityCheck = {
  label: message('Broadcasts'),
  async run({ record, user }, context) {
    const { catalog } = context.services();
    const repository = catalog.require('campaign').repository;
    const inState = (status: string): Promise<number> =>
      repository.count({ where: [{ channel: record.id, status }] });
    const [executing, scheduled] = [await inState('executing'), await inState('scheduled')];
    if (executing + scheduled === 0)
      return { level: 'stop', text: t('Nothing is being sent or scheduled on this channel.') };
    const mayRead = catalog.rights(user.roles).may('campaign', 'read');
    const listed = mayRead ? await listActiveBroadcasts(context.services(), record.id, PAGE_SIZE) : [];
    const unlisted = mayRead ? executing + scheduled - listed.length : 0;
    return () => ({
      level: 'warning',
      text: describeImpact(executing, scheduled),
      details: [
        ...listed.map(({ name, status }) => ({
          text:
            status === 'executing'
              ? t('“%{name}” is being sent', { name })
              : t('“%{name}” is scheduled', { name }),
        })),
        ...(unlisted > 0 ? [{ text: t('and %{count} more', { count: unlisted }) }] : []),
      ],
    });
  },
};

/**
 * Stops broadcasts that are being sent and turns scheduled ones into drafts, each in a transaction of its own.
 * Broadcasts that end meanwhile are skipped.
 */
async function stopAll(services: Services, channel: string, call: ActionCall): Promise<void> {
  const onBehalfOf = callerOf(services, call);
  const campaignWriter = records(services, 'campaign', { system: true, onBehalfOf });
  const approvalComment = storedText('Stopped by %{who}: everything on the channel was stopped', {
    who: call.user.name || call.user.username,
  });
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const active = await listActiveBroadcasts(services, channel, PAGE_SIZE);
    if (active.length === 0) return;
    for (const { id, status } of active) {
      const stopping =
        status === 'executing'
          ? campaignWriter.transition(
              id,
              'stop',
              {},
              { validation: 'skip', input: { stoppedWithChannel: true } },
            )
          : campaignWriter.transition(
              id,
              'withdraw',
              { approval: 'returned', approvalComment },
              { validation: 'skip' },
            );
      await stopping.catch((error: unknown) => {
        if (!(error instanceof ApiError) || !['STATE', 'NOT_FOUND'].includes(error.code)) throw error;
      });
    }
  }
  throw new ApiError(
    409,
    'STATE',
    t('New broadcasts keep starting. Deactivate the channel, then try again.'),
  );
}

/** Emergency action of a channel: stops all its broadcasts. The bot keeps answering. */
export const stopChannelBroadcastsModule = {
  name: 'stop of a channel’s broadcasts',
  entity: 'channel',
  checks: { broadcasts: broadcastsCheck },
  handlers: {
    [STOP_ACTION_ID]: {
      on: 'record',
      output: 'channel',
      async run(call) {
        const { record, change, context } = call;
        // Records the action in the channel's history; no field changes.
        const response = await change({});
        await stopAll(context.services(), record?.id ?? '', call);
        return response;
      },
    },
  },
} satisfies DomainModule;
