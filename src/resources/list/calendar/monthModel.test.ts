import { describe, expect, it } from 'vitest';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import { groupByDay, toDayAndTime, computeToday, limitFilterToDays } from './monthModel.ts';

const moment = {
  name: 'at',
  type: 'date-time',
  options: { timeZone: 'Asia/Bangkok' },
} as unknown as FieldModel;
const day = { name: 'on', type: 'date', options: {} } as unknown as FieldModel;
const record = (id: string, values: object): ListRecord => ({ id, ...values }) as ListRecord;

describe('a month of a list', () => {
  it('has each record on its day, on the clock of its field', () => {
    const late = record('a', { at: '2026-11-24T17:30:00.000Z' });
    const early = record('b', { at: '2026-11-24T16:59:00.000Z' });
    expect(toDayAndTime(moment, late)).toEqual({ day: '2026-11-25', time: '00:30' });
    expect(toDayAndTime(day, record('c', { on: '2026-11-24' }))).toEqual({ day: '2026-11-24', time: '' });
    const days = groupByDay(moment, [early, late, record('d', {}), record('e', { at: 'soon' })]);
    expect([...days]).toEqual([
      ['2026-11-24', [early]],
      ['2026-11-25', [late]],
    ]);
    expect(computeToday(moment, new Date('2026-11-24T17:30:00.000Z'))).toBe('2026-11-25');
  });

  it('requests its days only, with the filter of the list', () => {
    expect(limitFilterToDays({ status: 'draft' }, moment, '2026-11-01', '2026-11-30')).toEqual({
      status: 'draft',
      'at.gte': '2026-10-31T17:00:00.000Z',
      'at.lte': '2026-11-30T16:59:59.999Z',
    });
    expect(
      limitFilterToDays(
        { 'on.gte': ['2026-11-10'], 'on.lte': ['2027-01-01'] },
        day,
        '2026-11-01',
        '2026-11-30',
      ),
    ).toEqual({ 'on.gte': '2026-11-10', 'on.lte': '2026-11-30' });
  });
});
