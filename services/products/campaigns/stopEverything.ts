import type { Campaign } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { ApiError } from '../../engine/http/errors.ts';
import type { EntityCheck, DomainModule } from '../../engine/modules/module.ts';
import type { ActionCall } from '../../engine/resources/actions.ts';
import { callerOf } from '../../engine/resources/callerOf.ts';
import type { Services } from '../../engine/resources/services.ts';
import { records } from '../../engine/resources/write/records.ts';
import { message, t } from '../../../schemas/texts/translate.ts';
import { count, counted } from './checks/subject.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

const STOP_EVERYTHING = 'stop-everything';
/** Broadcasts that are read at a time. */
const PAGE_SIZE = 200;
/** Times that it is looked for more: what was scheduled may begin while the others are stopped. */
const MAX_ROUNDS = 20;

type Broadcast = Campaign & EntityRecord;

/** Broadcasts of a channel that are being sent or wait for their time, the former first. */
async function listRunning({ catalog }: Services, channel: string, take: number): Promise<Broadcast[]> {
  const stored = catalog.typed('campaign');
  const inState = async (status: string): Promise<Broadcast[]> =>
    (await stored?.list({ take, where: [{ channel, status }] })) ?? [];
  return [...(await inState('executing')), ...(await inState('scheduled'))];
}

/** Says how many of those that are being sent stop, and how many that are scheduled become drafts. */
function describeStopped(executing: number, scheduled: number): string {
  if (scheduled === 0)
    return counted(
      executing,
      message('%{count} broadcast is being sent and stops.'),
      message('%{count} broadcasts are being sent and stop.'),
    );
  if (executing === 0)
    return counted(
      scheduled,
      message('%{count} broadcast is scheduled and becomes a draft.'),
      message('%{count} broadcasts are scheduled and become drafts.'),
    );
  const held = { held: count(scheduled) };
  return scheduled === 1
    ? counted(
        executing,
        message(
          '%{count} broadcast is being sent and stops, %{held} broadcast is scheduled and becomes a draft.',
        ),
        message(
          '%{count} broadcasts are being sent and stop, %{held} broadcast is scheduled and becomes a draft.',
        ),
        held,
      )
    : counted(
        executing,
        message(
          '%{count} broadcast is being sent and stops, %{held} broadcasts are scheduled and become drafts.',
        ),
        message(
          '%{count} broadcasts are being sent and stop, %{held} broadcasts are scheduled and become drafts.',
        ),
        held,
      );
}

/** How many are stopped, and which, for who may know. */
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
    const named = mayRead ? await listRunning(context.services(), record.id, PAGE_SIZE) : [];
    const unnamed = mayRead ? executing + scheduled - named.length : 0;
    return () => ({
      level: 'warning',
      text: describeStopped(executing, scheduled),
      details: [
        ...named.map(({ name, status }) => ({
          text:
            status === 'executing'
              ? t('“%{name}” is being sent', { name })
              : t('“%{name}” is scheduled', { name }),
        })),
        ...(unnamed > 0 ? [{ text: t('and %{count} more', { count: unnamed }) }] : []),
      ],
    });
  },
};

/** Stops what is being sent and makes drafts of what is scheduled, each by itself: one that ends meanwhile holds nothing up. */
async function stopAll(services: Services, channel: string, call: ActionCall): Promise<void> {
  const onBehalfOf = callerOf(services, call);
  const stored = records(services, 'campaign', { system: true, onBehalfOf });
  const approvalComment = storedText('Stopped by %{who}: everything on the channel was stopped', {
    who: call.user.name || call.user.username,
  });
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const running = await listRunning(services, channel, PAGE_SIZE);
    if (running.length === 0) return;
    for (const { id, status } of running) {
      const stopping =
        status === 'executing'
          ? stored.transition(id, 'stop', {}, { rules: 'pass', input: { everything: true } })
          : stored.transition(id, 'withdraw', { approval: 'returned', approvalComment }, { rules: 'pass' });
      await stopping.catch((error: unknown) => {
        if (!(error instanceof ApiError) || !['STATE', 'NOT_FOUND'].includes(error.code)) throw error;
      });
    }
  }
  throw new ApiError(409, 'STATE', t('More broadcasts begin than are stopped. Deactivate the channel.'));
}

/** What administrators do when something goes wrong on a channel: nothing more of its broadcasts goes out. */
export const stopEverythingModule = {
  name: 'stop of everything on a channel',
  entity: 'channel',
  checks: { broadcasts: broadcastsCheck },
  verbs: {
    [STOP_EVERYTHING]: {
      on: 'record',
      output: 'channel',
      async run(call) {
        const { record, change, context } = call;
        const answer = await change({});
        await stopAll(context.services(), record?.id ?? '', call);
        return answer;
      },
    },
  },
} satisfies DomainModule;
