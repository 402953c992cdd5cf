import { formatTime } from '../../../../schemas/campaigns/formatTime.ts';
import { capabilitiesOf } from '../../../../schemas/channels/registry.ts';
import { hasCredentials } from '../../../channels/channelState.ts';
import type { Channel } from '../../../../schemas/generated/types.ts';
import type { EntityCheck } from '../../../engine/modules/module.ts';
import type { CheckFinding } from '../../../engine/resources/actions.ts';
import { findTest } from '../recordTest.ts';
import { ok, loadSubject } from './subject.ts';
import { message, t } from '../../../../schemas/texts/translate.ts';

/** Checks that the channel can send. */
export const channelCheck: EntityCheck = {
  label: message('Channel'),
  async run(call, context) {
    const { channel } = await loadSubject(call, context);
    const finding = (level: 'stop' | 'warning', text: string): CheckFinding => ({
      ...{ level, text },
      details: [{ text, at: '/channel' }],
    });
    if (!channel) return finding('stop', t('Its channel is no longer there.'));
    const { name } = channel;
    if (!channel.active) return finding('stop', t('“%{name}” is not active.', { name }));
    if (!hasCredentials(channel)) {
      const level = context.settings.demo ? 'warning' : 'stop';
      return () => finding(level, t('“%{name}” is not connected: nothing would be delivered.', { name }));
    }
    const stored = (await context.services().catalog.repository('channel')?.find(channel.id)) as
      Channel | undefined;
    // Our own chat page has no platform that could test credentials.
    const isTestable = capabilitiesOf(channel.type).chatPage !== true || stored?.webhookUrl;
    if (stored?.credentials === 'unchecked' && isTestable)
      return () =>
        finding(
          'warning',
          t(
            'Whether the credentials of “%{name}” work was not checked yet. That is done within the hour; whoever manages channels can test it at once.',
            { name },
          ),
        );
    if (stored?.credentials !== 'failed') return ok(t('“%{name}” is connected.', { name }));
    const { credentialsNote: note } = stored;
    return () =>
      finding(
        'warning',
        note
          ? t('The last test of “%{name}” failed: %{note}.', { name, note })
          : t('The last test of “%{name}” failed.', { name }),
      );
  },
};

/** Checks that a test of the current content was sent. */
export const testCheck: EntityCheck = {
  label: message('Test'),
  async run(call, context) {
    const { broadcast, composed } = await loadSubject(call, context);
    if (!composed.answer) return undefined;
    const test = await findTest(context.db, broadcast.id, composed);
    if (test === 'never') return () => ({ level: 'warning', text: t('No test was sent.') });
    if (test === 'older')
      return () => ({ level: 'warning', text: t('No test was sent since the last change.') });
    return ok(t('A test was sent on %{time}.', { time: formatTime(test.at.toISOString()) }));
  },
};
