import { expect, it } from 'vitest';
import { tapsCsv, countTaps, countedActionIds } from './areaTaps.ts';

const area = (type: string, label: string, id: string) => ({ action: { type, label, id } });
const areas = [
  area('template_action', 'Stores', 'a'),
  area('flow_action', '=Help', 'b'),
  area('uri', 'Site', 'c'),
  {},
];
const row = (action: string | null, count: number, people: number) => ({
  ...{ by: { action }, count, sum: {} },
  distinct: { profile: people },
});

it('taps are counted for the actions that LINE reports, with their share', () => {
  expect(countedActionIds(areas)).toEqual(['a', 'b']);
  const taps = countTaps(areas, [row('a', 30, 12), row('b', 10, 4), row(null, 99, 9)]);
  expect(taps).toEqual([
    { letter: 'A', label: 'Stores', kind: 'Template', taps: 30, people: 12, share: 0.75 },
    { letter: 'B', label: '=Help', kind: 'Flow', taps: 10, people: 4, share: 0.25 },
    { letter: 'C', label: 'Site', kind: 'URL' },
    { letter: 'D', label: '', kind: 'No action' },
  ]);
  expect(tapsCsv(taps)).toBe(
    '\uFEFFArea,Label,Action,Taps,People,Share\r\nA,Stores,Template,30,12,0.75\r\n' +
      "B,'=Help,Flow,10,4,0.25\r\nC,Site,URL,,,\r\nD,,No action,,,\r\n",
  );
});

it('without taps no area has a share', () => {
  expect(countTaps(areas, [])[0]).toMatchObject({ taps: 0, people: 0, share: 0 });
});
