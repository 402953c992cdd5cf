import { field, model } from '../../services/engine/storage/testModels.ts';

/** Events that are counted by the hour, and told apart by a code. */
export const happening = model(
  'happening',
  [field('at', { type: 'date-time', required: true }), field('code', { maxLength: 40 })],
  {
    source: 'events',
    events: {
      ...{ at: 'at', key: ['code'] },
      rollups: [{ id: 'hourly', per: 'hour', grains: ['day'], by: [], sum: [], distinct: ['code'] }],
    },
  },
);
