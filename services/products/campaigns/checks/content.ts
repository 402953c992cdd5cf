import { formatTime } from '../../../../schemas/campaigns/formatTime.ts';
import { capabilitiesOf } from '../../../../schemas/channels/registry.ts';
import { hasCredentials } from '../../../channels/channelState.ts';
import type { Channel } from '../../../../schemas/generated/types.ts';
import type { EntityCheck } from '../../../engine/modules/module.ts';
import { findTest } from '../testRecord.ts';
import { ok, subjectOf } from './subject.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** The channel can send. */
export const channelCheck: EntityCheck = {
  label: 'Channel',
  async run(call, context) {
    const { channel } = await subjectOf(call, context);
    const details = (text: string) => [{ text, at: '/channel' }];
    const stop = (text: string) => ({ level: 'stop' as const, text, details: details(text) });
    if (!channel) return stop('Its channel is no longer there.');
    if (!channel.active) return stop(`“${channel.name}” is not active.`);
    if (!hasCredentials(channel)) {
      const text = `“${channel.name}” is not connected: nothing would be delivered.`;
      return context.settings.demo ? { level: 'warning', text, details: details(text) } : stop(text);
    }
    const stored = (await context.services().catalog.typed('channel')?.find(channel.id)) as
      Channel | undefined;
    const warn = (text: string) => ({ level: 'warning' as const, text, details: details(text) });
    // A chat page of our own has nobody to be asked whether it works.
    const isAsked = capabilitiesOf(channel.type).chatPage !== true || stored?.webhookUrl;
    if (stored?.credentials === 'unchecked' && isAsked)
      return warn(
        `Whether the credentials of “${channel.name}” work was not checked yet. That is done within the hour; whoever manages channels can test it at once.`,
      );
    if (stored?.credentials !== 'failed') return ok(`“${channel.name}” is connected.`);
    const text = `The last test of “${channel.name}” failed${stored.credentialsNote ? `: ${stored.credentialsNote}` : ''}.`;
    return warn(text);
  },
};

/** Somebody was sent a test of what it says now. */
export const testCheck: EntityCheck = {
  label: 'Test',
  async run(call, context) {
    const { broadcast, composed } = await subjectOf(call, context);
    if (!composed.answer) return undefined;
    const test = await findTest(context.db, broadcast.id, composed);
    if (test === 'never') return { level: 'warning', text: t('No test was sent.') };
    if (test === 'older') return { level: 'warning', text: t('No test was sent since the last change.') };
    return ok(`A test was sent on ${formatTime(test.at.toISOString())}.`);
  },
};
