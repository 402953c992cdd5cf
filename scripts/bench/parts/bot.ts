import { setTimeout as pause } from 'node:timers/promises';
import { gramsOf } from '../../../schemas/understanding/grams.ts';
import { normalised } from '../../../schemas/understanding/normalise.ts';
import { topOf } from '../../../schemas/understanding/confidence.ts';
import { likeness, sampleOf, trainVector } from '../../../schemas/understanding/vector.ts';
import { buildTrainingSet, type TrainingSet } from '../../../services/products/chatbot/training/train.ts';
import demoIntents from '../../../services/products/demo/content/intents.json' with { type: 'json' };
import { signIn, startConsole } from '../lib/console.ts';
import { load } from '../lib/load.ts';
import type { Options } from '../lib/options.ts';
import { measure, type Measure } from '../lib/results.ts';
import type { Workshop } from '../lib/workshop.ts';

/** One sample of so many is kept out of training. */
const HELD_OUT = 6;
/** Of the large bot. */
const INTENTS = 100;
const SAMPLES = 100;

type Sample = TrainingSet['samples'][number];

/** How well the demo's intents are told apart, and what training a large bot does to those who work meanwhile. */
export async function bot(workshop: Workshop, options: Options): Promise<Measure[]> {
  const measures = await quality(options);
  for (const engine of options.engines) measures.push(...(await training(workshop, engine, options)));
  return measures;
}

async function quality({ rounds }: Options): Promise<Measure[]> {
  const intents = Object.entries(demoIntents).map(([name, samples]) => ({ id: name, name, samples }));
  const { samples } = buildTrainingSet(intents);
  const taught = samples.filter((_, at) => at % HELD_OUT !== 0);
  const held = samples.filter((_, at) => at % HELD_OUT === 0);
  const times: number[] = [];
  let ours = Number.NaN;
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    const model = await trainVector(
      taught.map(({ text, intent }) => sampleOf(text, intent)),
      intents.length,
    );
    times.push(performance.now() - begun);
    ours = share(held, (text) => topOf(likeness(model, gramsOf(text)), 1)[0]);
  }
  const name = `intents recognised, ${held.length} held-out samples, English and Thai`;
  const keywords = byKeywords(taught);
  return [
    measure('bot', name, '%', [ours], {
      beside: { of: 'the most frequent intent', samples: [majority(taught, held)] },
    }),
    measure('bot', name, '%', [ours], {
      beside: { of: 'words in common', samples: [share(held, keywords)] },
    }),
    measure('bot', `learning ${taught.length} samples`, 'ms', times),
  ];
}

const share = (held: readonly Sample[], guess: (text: string) => number | undefined): number =>
  (100 * held.filter(({ text, intent }) => guess(text) === intent).length) / held.length;

function majority(taught: readonly Sample[], held: readonly Sample[]): number {
  const counts = new Map<number, number>();
  for (const { intent } of taught) counts.set(intent, (counts.get(intent) ?? 0) + 1);
  const [first] = [...counts].sort((a, b) => b[1] - a[1]);
  return share(held, () => first?.[0]);
}

/** The intent with whose samples a text has most words in common. */
function byKeywords(taught: readonly Sample[]): (text: string) => number | undefined {
  const intents = new Map<string, Set<number>>();
  for (const { text, intent } of taught)
    for (const word of normalised(text).split(' '))
      intents.set(word, (intents.get(word) ?? new Set()).add(intent));
  return (text) => {
    const votes = new Map<number, number>();
    for (const word of normalised(text).split(' '))
      for (const intent of intents.get(word) ?? []) votes.set(intent, (votes.get(intent) ?? 0) + 1);
    return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0];
  };
}

/** Trains a hundred intents of a hundred samples each while lists are asked for. */
async function training(
  workshop: Workshop,
  engine: Options['engines'][number],
  { seconds }: Options,
): Promise<Measure[]> {
  const server = await startConsole(await workshop.newPlace(engine));
  try {
    const headers = {
      authorization: `Bearer ${await signIn(server.url, 'owner')}`,
      'content-type': 'application/json',
    };
    const call = async (method: string, path: string, body?: object): Promise<unknown> => {
      const response = await fetch(`${server.url}/api/v1/${path}`, {
        method,
        headers,
        body: body && JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}`);
      return response.json();
    };
    await settled(call);
    for (let intent = 0; intent < INTENTS; intent++) await call('POST', 'intents', largeIntent(intent));
    const lists = { url: server.url, paths: ['/api/v1/templates?take=20'], headers, connections: 2 };
    const calm = await load({ ...lists, seconds });
    const begun = performance.now();
    await call('POST', 'intents/train', {});
    const [busy] = await Promise.all([load({ ...lists, seconds }), settled(call)]);
    const took = performance.now() - begun;
    return [
      measure(engine, `training ${INTENTS} × ${SAMPLES} under load`, 'ms', [took]),
      measure(engine, 'list request while training, p99', 'ms', [busy.p99], {
        beside: { of: 'without training', samples: [calm.p99] },
      }),
    ];
  } finally {
    await server.stop();
  }
}

async function settled(call: (method: string, path: string) => Promise<unknown>): Promise<void> {
  for (;;) {
    const { classifiers } = (await call('GET', 'intents/training')) as { classifiers: { state: string }[] };
    if (classifiers.every(({ state }) => state === 'trained')) return;
    await pause(100);
  }
}

const WORDS =
  'order parcel refund price size colour store open close card point gift return exchange ส่ง ของ ราคา ร้าน'.split(
    ' ',
  );

/** Sentences of a few words, most of them its own. */
function largeIntent(intent: number): object {
  const samples = Array.from({ length: SAMPLES }, (_, at) => {
    const words = [
      `topic${intent}`,
      WORDS[(intent + at) % WORDS.length],
      WORDS[(intent * 7 + at * 3) % WORDS.length],
    ];
    return `please ${words.join(' ')} number ${at} ได้ไหม`;
  });
  return { name: `large_${intent}`, samples };
}
