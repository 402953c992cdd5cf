import { declarePlatformAddress } from '../../engine/settings/platformAddresses.ts';

export const LINE_API = declarePlatformAddress({
  name: 'LINE_API_URL',
  description: 'Address of the LINE Messaging API.',
  fallback: 'https://api.line.me',
});

export const LINE_DATA_API = declarePlatformAddress({
  name: 'LINE_DATA_URL',
  description: 'Address of the LINE API for files.',
  fallback: 'https://api-data.line.me',
});
