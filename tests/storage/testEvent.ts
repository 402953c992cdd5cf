import { field, model } from '../../services/engine/storage/testModels.ts';

/** An events entity with hourly roll-ups and a code as its key. */
export const testEvent = model(
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
