import type { EntityCheck } from '../../../engine/modules/module.ts';
import { addressesCheck } from './addresses.ts';
import { audienceCheck, variablesCheck, windowCheck } from './audience.ts';
import { channelCheck, testCheck } from './content.ts';
import { picturesCheck } from './pictures.ts';
import { quotaCheck } from './quota.ts';
import { repeatedCheck } from './repeated.ts';
import { hourCheck, quietHoursCheck, timeCheck } from './time.ts';

/** Checks before a broadcast goes out, by their names in its schema. */
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
