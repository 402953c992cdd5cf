import { declarePlatformAddress } from '../../engine/settings/platformAddresses.ts';

export const GRAPH_API = declarePlatformAddress({
  name: 'GRAPH_API_URL',
  description: 'Address of the Facebook Graph API.',
  fallback: 'https://graph.facebook.com',
});
