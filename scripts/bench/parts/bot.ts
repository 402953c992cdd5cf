import { setTimeout as pause } from 'node:timers/promises';
import { extractGrams } from '../../../schemas/understanding/grams.ts';
import { normalizeText } from '../../../schemas/understanding/normalise.ts';
import {
  computeConfidence,
  DEFAULT_THRESHOLD,
  computeLeads,
  topIndexes,
} from '../../../schemas/understanding/confidence.ts';
import { crossValidate } from '../../../schemas/understanding/quality.ts';
import {
  computeSimilarity,
  MEAN_SHARE,
  toVectorSample,
  trainVector,
} from '../../../schemas/understanding/vector.ts';
import { packVector } from '../../../services/products/chatbot/training/models.ts';
import { buildTrainingSet, type TrainingSet } from '../../../services/products/chatbot/training/train.ts';
import demoIntents from '../../../services/products/demo/content/intents.json' with { type: 'json' };
import bank from '../fixtures/bot/bank.json' with { type: 'json' };
import clinic from '../fixtures/bot/clinic.json' with { type: 'json' };
import shop from '../fixtures/bot/shop.json' with { type: 'json' };
import { signIn, startConsole } from '../lib/console.ts';
import { load } from '../lib/load.ts';
import type { Options } from '../lib/options.ts';
import { measure, type Measure } from '../lib/results.ts';
import type { BenchEnvironment } from '../lib/workshop.ts';

/** Of the large bot. */
const INTENTS = 100;
const SAMPLES = 100;

type Sample = TrainingSet['samples'][number];

/** Measures how well the intents of three industries are recognised, and how training a large bot slows other requests. */
export async function bot(workshop: BenchEnvironment, options: Options): Promise<Measure[]> {
  const measures = await quality(options);
  for (const engine of options.engines) measures.push(...(await training(workshop, engine, options)));
  return measures;
}

/** A trade's bot: what it is taught, what customers then write, and sentences about nothing that it knows. */
interface Industry {
  name: string;
  intents: string[];
  taught: Sample[];
  keptBack: Sample[];
  foreign: string[];
}

/** The demo's shop is taught its own samples. No sentence that is kept back is among what is taught. */
function loadIndustries(): Industry[] {
  const demo = Object.entries(demoIntents).map(([name, samples]) => ({ id: name, name, samples }));
  const others = Object.entries({ bank, clinic }).map(([name, { intents, foreign }]) => {
    const known = Object.entries(intents);
    return {
      ...{ name, foreign, intents: known.map(([intent]) => intent) },
      taught: known.flatMap(([, { taught }], intent) => taught.map((text) => ({ text, intent }))),
      keptBack: known.flatMap(([, { keptBack }], intent) => keptBack.map((text) => ({ text, intent }))),
    };
  });
  const { intents, samples } = buildTrainingSet(demo);
  const keptOf = new Map<string, { keptBack: string[] }>(Object.entries(shop.intents));
  const keptBack = intents.flatMap(({ name }, intent) =>
    (keptOf.get(name)?.keptBack ?? []).map((text) => ({ text, intent })),
  );
  const names = intents.map(({ name }) => name);
  return [{ name: 'shop', intents: names, taught: samples, keptBack, foreign: shop.foreign }, ...others];
}

async function quality(options: Options): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const trade of loadIndustries()) measures.push(...(await measureQuality(trade, options)));
  return measures;
}

async function measureQuality({ name, intents, taught, keptBack, foreign }: Industry, { rounds }: Options) {
  const samples = taught.map(({ text, intent }) => toVectorSample(text, intent));
  const times: number[] = [];
  let model = await trainVector(samples, intents.length);
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    model = await trainVector(samples, intents.length);
    times.push(performance.now() - begun);
  }
  const { confidence } = await crossValidate(samples, intents.length, DEFAULT_THRESHOLD, () =>
    Promise.resolve(),
  );
  const { margins: _, ...means } = model;
  const first = (text: string, of = model): number | undefined =>
    topIndexes(computeSimilarity(of, extractGrams(text)).score, 1)[0];
  const byMachine = (text: string): number | undefined => {
    const { like, score } = computeSimilarity(model, extractGrams(text));
    return topIndexes(
      score.map((sum, at) => sum - MEAN_SHARE * (like[at] ?? 0)),
      1,
    )[0];
  };
  const sure = (text: string): number => {
    const { like, score } = computeSimilarity(model, extractGrams(text));
    const [top = 0] = topIndexes(score, 1);
    return computeConfidence(confidence, like[top] ?? 0, computeLeads(score)[top] ?? 0);
  };
  const isThai = ({ text }: Sample): boolean => /[ก-๛]/.test(text);
  const recognised = (some: readonly Sample[]): number => share(some, (text) => first(text));
  const byLanguage = (language: string, some: readonly Sample[]): Measure[] => [
    measure('bot', `${name}: of ${some.length} in ${language}`, '%', [recognised(some)]),
    measure('bot', `${name}: standard error in ${language}`, '%', [
      standardError(recognised(some), some.length),
    ]),
  ];
  const answered = (some: readonly Sample[], isRight: boolean): number =>
    (100 *
      some.filter(
        ({ text, intent }) => sure(text) >= DEFAULT_THRESHOLD && (first(text) === intent) === isRight,
      ).length) /
    some.length;
  const ours = [recognised(keptBack)];
  const what = `${name}: intents recognised, ${keptBack.length} sentences kept back`;
  const beside = (of: string, guess: (text: string) => number | undefined): Measure =>
    measure('bot', what, '%', ours, { beside: { of, samples: [share(keptBack, guess)] } });
  const refused = foreign.filter((text) => sure(text) < DEFAULT_THRESHOLD).length;
  const stored = await packVector({
    intents: intents.map((of) => ({ id: of, name: of })),
    confidence,
    model,
  });
  const begun = performance.now();
  for (const { text } of keptBack) sure(text);
  const answering = (performance.now() - begun) / keptBack.length;
  return [
    beside('the most frequent intent', majority(taught)),
    beside('words in common', keywordClassifier(taught)),
    beside('naive Bayes over words', bayesClassifier(taught, intents.length)),
    beside('the means alone', (text) => first(text, means)),
    beside('the linear machine alone', byMachine),
    measure('bot', `${name}: standard error`, '%', [standardError(recognised(keptBack), keptBack.length)]),
    ...byLanguage('Thai', keptBack.filter(isThai)),
    ...byLanguage(
      'English',
      keptBack.filter((one) => !isThai(one)),
    ),
    measure('bot', `${name}: answered rightly at 0.60`, '%', [answered(keptBack, true)]),
    measure('bot', `${name}: answered wrongly at 0.60`, '%', [answered(keptBack, false)]),
    measure('bot', `${name}: foreign sentences refused at 0.60`, '%', [(100 * refused) / foreign.length]),
    measure('bot', `${name}: area under the curve, known against foreign`, '%', [
      100 *
        areaUnderCurve(
          keptBack.map(({ text }) => sure(text)),
          foreign.map(sure),
        ),
    ]),
    measure('bot', `${name}: learning ${taught.length} samples`, 'ms', times),
    measure('bot', `${name}: understanding one sentence`, 'ms', [answering]),
    measure('bot', `${name}: the model as it is stored`, 'KiB', [stored.length / 1_024]),
  ];
}

/** How often one of the first is higher than one of the second. */
function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  let higher = 0;
  for (const a of first) for (const b of second) higher += a > b ? 1 : a === b ? 0.5 : 0;
  return higher / (first.length * second.length);
}

const share = (held: readonly Sample[], guess: (text: string) => number | undefined): number =>
  (100 * held.filter(({ text, intent }) => guess(text) === intent).length) / held.length;

/** Of a share in percent, over so many sentences. */
const standardError = (percent: number, count: number): number =>
  Math.sqrt((percent * (100 - percent)) / count);

function majority(taught: readonly Sample[]): () => number | undefined {
  const counts = new Map<number, number>();
  for (const { intent } of taught) counts.set(intent, (counts.get(intent) ?? 0) + 1);
  const [first] = [...counts].sort((a, b) => b[1] - a[1]);
  return () => first?.[0];
}

const breaks = new Intl.Segmenter('th', { granularity: 'word' });
const splitWords = (text: string): string[] =>
  [...breaks.segment(normalizeText(text))]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);

/** Multinomial, with one added to each count. */
function bayesClassifier(taught: readonly Sample[], intents: number): (text: string) => number | undefined {
  const counts = Array.from({ length: intents }, () => new Map<string, number>());
  const totals = new Float64Array(intents);
  const known = new Set<string>();
  for (const { text, intent } of taught)
    for (const word of splitWords(text)) {
      known.add(word);
      counts[intent]?.set(word, (counts[intent].get(word) ?? 0) + 1);
      totals[intent] = (totals[intent] ?? 0) + 1;
    }
  return (text) => {
    const scores = counts.map((own, intent) =>
      splitWords(text)
        .filter((word) => known.has(word))
        .reduce(
          (sum, word) => sum + Math.log(((own.get(word) ?? 0) + 1) / ((totals[intent] ?? 0) + known.size)),
          0,
        ),
    );
    return topIndexes(scores, 1)[0];
  };
}

/** The intent with whose samples a text has most words in common. */
function keywordClassifier(taught: readonly Sample[]): (text: string) => number | undefined {
  const intents = new Map<string, Set<number>>();
  for (const { text, intent } of taught)
    for (const word of normalizeText(text).split(' '))
      intents.set(word, (intents.get(word) ?? new Set()).add(intent));
  return (text) => {
    const votes = new Map<number, number>();
    for (const word of normalizeText(text).split(' '))
      for (const intent of intents.get(word) ?? []) votes.set(intent, (votes.get(intent) ?? 0) + 1);
    return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0];
  };
}

/** Trains a hundred intents of a hundred samples each while lists are requested. */
async function training(
  workshop: BenchEnvironment,
  engine: Options['engines'][number],
  { seconds }: Options,
): Promise<Measure[]> {
  const server = await startConsole(await workshop.createTarget(engine));
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
    await waitUntilTrained(call);
    for (let intent = 0; intent < INTENTS; intent++) await call('POST', 'intents', largeIntent(intent));
    const lists = { url: server.url, paths: ['/api/v1/templates?take=20'], headers, connections: 2 };
    const calm = await load({ ...lists, seconds });
    const begun = performance.now();
    await call('POST', 'intents/train', {});
    const [busy] = await Promise.all([load({ ...lists, seconds }), waitUntilTrained(call)]);
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

async function waitUntilTrained(call: (method: string, path: string) => Promise<unknown>): Promise<void> {
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
