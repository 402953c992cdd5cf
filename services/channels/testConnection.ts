import { UpstreamUnavailableError } from './callPlatform.ts';
import { channelServiceOf } from './registry.ts';
import type { OutboundSettings, ChannelCredentials, CredentialsCheck } from './types.ts';
import { credentialsFailed } from './credentialsCheck.ts';
import { storedText } from '../../schemas/texts/stored.ts';

/**
 * Asks the channel's platform whether what is stored lets the console in, and whether it tells what people write.
 * @param options.repair whether a subscription to a page that was lost is made again; nothing else is changed there
 */
export async function testConnection(
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
