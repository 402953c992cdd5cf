import type { EntityCheck } from '../../../engine/modules/module.ts';
import { addressesCheck } from './addresses.ts';
import { audienceCheck, variablesCheck, windowCheck } from './audience.ts';
import { channelCheck, testCheck } from './content.ts';
import { picturesCheck } from './pictures.ts';
import { quotaCheck } from './quota.ts';
import { repeatedCheck } from './repeated.ts';
import { hourCheck, quietHoursCheck, timeCheck } from './time.ts';

/** What is looked at before a broadcast goes out, by the names that its schema gives. */
export const BROADCAST_CHECKS: Record<string, EntityCheck> = {
  channel: channelCheck,
  audience: audienceCheck,
  window: windowCheck,
  quota: quotaCheck,
  variables: variablesCheck,
  addresses: addressesCheck,
  pictures: picturesCheck,
  test: testCheck,
  repeated: repeatedCheck,
  time: timeCheck,
  hour: hourCheck,
  'quiet-hours': quietHoursCheck,
};
