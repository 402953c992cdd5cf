import { formatTime } from '../../../../schemas/campaigns/formatTime.ts';
import { capabilitiesOf } from '../../../../schemas/channels/registry.ts';
import { hasCredentials } from '../../../channels/channelState.ts';
import type { Channel } from '../../../../schemas/generated/types.ts';
import type { EntityCheck } from '../../../engine/modules/module.ts';
import type { CheckFinding } from '../../../engine/resources/actions.ts';
import { findTest } from '../testRecord.ts';
import { ok, subjectOf } from './subject.ts';
import { message, t } from '../../../../schemas/texts/translate.ts';

/** The channel can send. */
export const channelCheck: EntityCheck = {
  label: message('Channel'),
  async run(call, context) {
    const { channel } = await subjectOf(call, context);
    const said = (level: 'stop' | 'warning', text: string): CheckFinding => ({
      ...{ level, text },
      details: [{ text, at: '/channel' }],
    });
    if (!channel) return said('stop', t('Its channel is no longer there.'));
    const { name } = channel;
    if (!channel.active) return said('stop', t('“%{name}” is not active.', { name }));
    if (!hasCredentials(channel)) {
      const level = context.settings.demo ? 'warning' : 'stop';
      return () => said(level, t('“%{name}” is not connected: nothing would be delivered.', { name }));
    }
    const stored = (await context.services().catalog.repository('channel')?.find(channel.id)) as
      Channel | undefined;
    // A chat page of our own has nobody to be asked whether it works.
    const isAsked = capabilitiesOf(channel.type).chatPage !== true || stored?.webhookUrl;
    if (stored?.credentials === 'unchecked' && isAsked)
      return () =>
        said(
          'warning',
          t(
            'Whether the credentials of “%{name}” work was not checked yet. That is done within the hour; whoever manages channels can test it at once.',
            { name },
          ),
        );
    if (stored?.credentials !== 'failed') return ok(t('“%{name}” is connected.', { name }));
    const { credentialsNote: note } = stored;
    return () =>
      said(
        'warning',
        note
          ? t('The last test of “%{name}” failed: %{note}.', { name, note })
          : t('The last test of “%{name}” failed.', { name }),
      );
  },
};

/** Somebody was sent a test of what it says now. */
export const testCheck: EntityCheck = {
  label: message('Test'),
  async run(call, context) {
    const { broadcast, composed } = await subjectOf(call, context);
    if (!composed.answer) return undefined;
    const test = await findTest(context.db, broadcast.id, composed);
    if (test === 'never') return () => ({ level: 'warning', text: t('No test was sent.') });
    if (test === 'older')
      return () => ({ level: 'warning', text: t('No test was sent since the last change.') });
    return ok(t('A test was sent on %{time}.', { time: formatTime(test.at.toISOString()) }));
  },
};
