import { parseArgs } from 'node:util';

export const PARTS = [
  'start',
  'storage',
  'http',
  'hostile',
  'events',
  'jobs',
  'live',
  'processes',
  'facts',
  'bot',
  'richmenus',
  'conversations',
  'campaigns',
  'dashboard',
  'browser',
  'scale',
] as const;
/** Takes an hour and 50 GB: only on request. */
const ASKED_FOR = 'scale';
export type PartName = (typeof PARTS)[number];
export const ENGINES = ['server', 'embedded'] as const;
export type Engine = (typeof ENGINES)[number];

export interface Options {
  only: PartName[];
  engines: Engine[];
  /** Rows of the big table. */
  rows: number;
  /** Rows of the list that is scrolled. */
  scrolledRows: number;
  /** People and events of the large database. */
  people: number;
  events: number;
  /** Repetitions of a measure. */
  rounds: number;
  /** Seconds of load in one repetition. */
  seconds: number;
  /** Folder that keeps the filled databases for the next run; without one they are thrown away. */
  dir: string | undefined;
  /** Measures what is built already, whatever changed since. */
  noBuild: boolean;
  /** Measures of the browser (`bytes`, `typing`…), the dashboard (`calls`…) and conversations (`talks`…) to run; all when empty. */
  match: string[];
}

const FULL = {
  people: 5_000_000,
  events: 50_000_000,
  rows: 1_000_000,
  scrolledRows: 10_000,
  rounds: 5,
  seconds: 4,
};
/** Shows that everything runs; its figures say little. */
const QUICK = { people: 5_000, events: 50_000, rows: 20_000, scrolledRows: 1_000, rounds: 2, seconds: 1 };

export const USAGE = `npm run bench -- [options]
  --only=${PARTS.join(',')}
                                      parts (all but scale)
  --engines=server,embedded           database engines (both)
  --rows=1000000                      rows of the big table
  --people=5000000, --events=50000000 people and events of the part scale
  --scrolled-rows=10000               rows of the list that is scrolled
  --rounds=5                          repetitions
  --seconds=4                         seconds of load in each
  --match=bytes,typing                browser measures to run: bytes, navigation, interaction, scrolling, typing, charts, dragging;
                                      of the dashboard: calls, ingest, report;
                                      of conversations: talks, taking; of scale: sizes, reading, calls, ingest, backup;
                                      of processes: answers, sockets
  --dir=<folder>                      keeps the filled databases there for the next run
  --no-build                          measures what is built already
  --quick                             small sizes: shows that everything runs`;

/** @throws Error naming the option that is wrong */
export function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: text,
      engines: text,
      rows: text,
      people: text,
      events: text,
      'scrolled-rows': text,
      rounds: text,
      seconds: text,
      match: text,
      dir: text,
      quick: { type: 'boolean' },
      'no-build': { type: 'boolean' },
    },
  });
  const preset = values.quick ? QUICK : FULL;
  return {
    only: parseChoices('only', values.only ?? PARTS.filter((one) => one !== ASKED_FOR).join(), PARTS),
    engines: parseChoices('engines', values.engines, ENGINES),
    rows: parseInteger('rows', values.rows, preset.rows),
    people: parseInteger('people', values.people, preset.people),
    events: parseInteger('events', values.events, preset.events),
    scrolledRows: parseInteger('scrolled-rows', values['scrolled-rows'], preset.scrolledRows),
    rounds: parseInteger('rounds', values.rounds, preset.rounds),
    seconds: parseInteger('seconds', values.seconds, preset.seconds),
    dir: values.dir,
    noBuild: values['no-build'] ?? false,
    match: splitWords(values.match),
  };
}

const splitWords = (text: string | undefined): string[] =>
  text ? text.split(',').map((word) => word.trim()) : [];

function parseChoices<T extends string>(name: string, text: string | undefined, all: readonly T[]): T[] {
  if (text === undefined) return [...all];
  const words = splitWords(text);
  const unknownWord = words.find((word) => !all.some((one) => one === word));
  if (unknownWord !== undefined) throw new Error(`--${name}: "${unknownWord}" is none of ${all.join(', ')}`);
  return all.filter((one) => words.includes(one));
}

function parseInteger(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text.replaceAll('_', ''));
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`--${name}: "${text}" is no whole number from 1`);
  return value;
}
