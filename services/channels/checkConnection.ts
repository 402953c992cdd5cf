import { UpstreamUnavailableError } from './callPlatform.ts';
import { channelServiceOf } from './registry.ts';
import type { OutboundSettings, ChannelCredentials, CredentialsCheck } from './types.ts';
import { credentialsFailed } from './credentialsCheck.ts';
import { storedText } from '../../schemas/texts/stored.ts';

/**
 * Tests a channel's credentials at its platform, and whether the platform sends what people write.
 * @param options.repair renews a lost subscription to a page; nothing else is changed at the platform
 */
export async function checkConnection(
  channel: ChannelCredentials,
  outbound: OutboundSettings,
  options: { repair: boolean },
): Promise<CredentialsCheck> {
  try {
    return await channelServiceOf(channel.type).testCredentials(channel, outbound, options);
  } catch (error) {
    if (error instanceof UpstreamUnavailableError)
      return credentialsFailed(
        storedText(error.isForbidden ? '%{fault}. Change it.' : '%{fault}. Try again later.', {
          fault: error.message,
        }),
      );
    throw error;
  }
}
