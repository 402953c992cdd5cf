import { describe, expect, it } from 'vitest';
import { computeConfidence, computeLeads, topIndexes, type Confidence } from './confidence.ts';
import { findNearDuplicates } from './duplicates.ts';
import { recognizeEntities, type RecognizableEntity } from './entities.ts';
import { textSimilarity, matchText } from './fuzzy.ts';
import { extractGrams } from './grams.ts';
import { swapKeyboardLayout } from './keyboards.ts';
import { foldText, normalizeText } from './normalise.ts';
import { findPatternMatches, patternProblem } from './patterns.ts';
import { crossValidate } from './quality.ts';
import { parseSample } from './samples.ts';
import { computeSimilarity, toVectorSample, trainVector, type VectorModel } from './vector.ts';

const noYield = (): Promise<void> => Promise.resolve();

describe('texts', () => {
  it.each([
    ['  Hello,   WORLD! ', 'hello world'],
    ['ค่ะ\u200B!!', 'ค่ะ'],
    ['นํ้า', 'นํ้า'.normalize('NFC')],
    ['ทํา', 'ทำ'],
    ['sooooo goooood', 'soo good'],
    ['5555', '5555'],
    ['Cafe\u0301', 'café'],
    ['น\u0E4D\u0E49\u0E32', 'น้ำ'],
    ['น\u0E49\u0E4D\u0E32', 'น้ำ'],
    ['อร่อยมากกกกก', 'อร่อยมาก'],
    ['ค่าาาาา', 'ค่า'],
    ['๑๒ ชิ้น', '12 ชิ้น'],
    ['ＳＩＺＥ １２', 'size 12'],
    ['ตลกมาก 55555', 'ตลกมาก'],
    ['lol 5555+', 'lol'],
    ['555 12', '12'],
    ['👍👍', '👍 👍'],
    ['ขอบคุณ 👍', 'ขอบคุณ'],
  ])('%j is compared as %j', (text, plain) => {
    expect(normalizeText(text)).toBe(normalizeText(plain));
    expect(normalizeText(normalizeText(text))).toBe(normalizeText(text));
  });

  it.each([
    ['l;ylfu8iy[', 'สวัสดีครับ'],
    ['ะ้ำพำ ไนพก', 'there word'],
    ['hello สวัสดี', undefined],
    ['123', undefined],
  ])('%j was typed with the keyboard set to the other language: %j', (typed, meant) => {
    expect(swapKeyboardLayout(typed)).toBe(meant);
  });

  it('keep their punctuation where it matters', () => {
    expect(foldText('กทม.  OK?')).toBe('กทม. ok?');
  });

  it('say which of their words are entities', () => {
    expect(parseSample('Ship to [Chiang Mai](city) by [พรุ่งนี้](day)')).toEqual({
      text: 'Ship to Chiang Mai by พรุ่งนี้',
      spans: [
        { entity: 'city', text: 'Chiang Mai', start: 8, end: 18 },
        { entity: 'day', text: 'พรุ่งนี้', start: 22, end: 30 },
      ],
    });
    expect(parseSample('no [marks] (here)').text).toBe('no [marks] (here)');
  });
});

describe('the classifier by the same or nearly the same words', () => {
  const samples = ['สวัสดีครับ', 'where is my order', 'cancel my order'].map((text, intent) => ({
    text: normalizeText(text),
    intent,
  }));
  it.each([
    ['สวัสดีครับ!', 0, 1],
    ['Where is my oder', 1, 16 / 17],
    ['cancle my order', 2, 13 / 15],
  ])('%j', (text, intent, score) => {
    expect(matchText(samples, text)[0]).toMatchObject({ intent, score: expect.closeTo(score, 5) });
  });
  it('knows nothing of other words', () => {
    expect(matchText(samples, 'what is the weather')).toEqual([]);
    expect(matchText(samples, '  ')).toEqual([]);
    expect(textSimilarity('abc', 'xyz')).toBe(0);
  });
});

const confidenceFor = (model: VectorModel, confidence: Confidence, text: string): number => {
  const { like, score } = computeSimilarity(model, extractGrams(text));
  const [first = 0] = topIndexes(score, 1);
  return computeConfidence(confidence, like[first] ?? 0, computeLeads(score)[first] ?? 0);
};

describe('the classifier by pieces of words', () => {
  const samples = [
    ['where is my parcel', 'track my parcel please', 'พัสดุถึงไหนแล้ว', 'เช็คสถานะพัสดุ', 'parcel status'],
    ['cancel my order', 'I want to cancel', 'ขอยกเลิกออเดอร์', 'ยกเลิกได้ไหม', 'please cancel it'],
    ['how much is it', 'what is the price', 'ราคาเท่าไหร่', 'กี่บาทคะ', 'price please'],
  ].flatMap((texts, intent) => texts.map((text) => toVectorSample(text, intent)));
  const taught = trainVector(samples, 3);

  it.each([
    ['my parcel, where is it?', 0],
    ['อยากยกเลิกค่ะ', 1],
    ['ราคากี่บาท', 2],
  ])('%j', async (text, intent) => {
    const model = await taught;
    expect(topIndexes(computeSimilarity(model, extractGrams(text)).score, 1)).toEqual([intent]);
  });

  it('judges itself by samples that it was not taught, and is unsure of what is strange', async () => {
    const correctShares: number[] = [];
    const quality = await crossValidate(samples, 3, 0.6, async (done) => void correctShares.push(done));
    expect(quality.accuracy).toBeGreaterThan(0.7);
    expect(quality.intents.map(({ samples: count }) => count)).toEqual([5, 5, 5]);
    expect(correctShares.at(-1)).toBe(1);
    expect(confidenceFor(await taught, quality.confidence, 'pizza recipe')).toBeLessThan(0.6);
    expect(await crossValidate(samples, 3, 0.6, noYield)).toEqual(quality);
  });

  it('recognises the samples of a small bot and similar sentences, and nothing else', async () => {
    const { confidence } = await crossValidate(samples, 3, 0.6, noYield);
    const model = await taught;
    for (const known of ['where is my parcel?', 'ขอยกเลิกออเดอร์ค่ะ', 'what is the price'])
      expect(confidenceFor(model, confidence, known)).toBeGreaterThanOrEqual(0.6);
    for (const foreign of ['who won the football match', 'อากาศวันนี้เป็นยังไง', 'asdf', ''])
      expect(confidenceFor(model, confidence, foreign)).toBeLessThan(0.6);
  });

  it('tells what it would answer at each threshold: less, and less wrongly, the higher it is', async () => {
    const { curve, answered, accuracy } = await crossValidate(samples, 3, 0.6, noYield);
    expect(curve[0]).toMatchObject({ threshold: 0, right: accuracy, foreign: 1 });
    expect(curve.at(-1)).toMatchObject({ threshold: 1, right: 0, wrong: 0, foreign: 0 });
    for (const [at, { right, wrong, foreign }] of curve.slice(1).entries()) {
      const before = curve[at];
      expect(right).toBeLessThanOrEqual(before?.right ?? 0);
      expect(wrong).toBeLessThanOrEqual(before?.wrong ?? 0);
      expect(foreign).toBeLessThanOrEqual(before?.foreign ?? 0);
    }
    const now = curve.find(({ threshold }) => threshold === 0.6);
    expect((now?.right ?? 0) + (now?.wrong ?? 0)).toBeCloseTo(answered);
  });

  it('understands with models from before there was a linear machine', async () => {
    const { margins: _, ...before } = await taught;
    expect(topIndexes(computeSimilarity(before, extractGrams('อยากยกเลิกค่ะ')).score, 1)).toEqual([1]);
  });

  it('lives with no samples at all', async () => {
    expect(await crossValidate([], 0, 0.6, noYield)).toMatchObject({ accuracy: 0, confusions: [] });
    expect(computeSimilarity(await trainVector([], 0), extractGrams('hello')).score).toHaveLength(0);
  });
});

describe('entities', () => {
  const now = new Date('2026-11-21T18:00:00Z');
  const valuesOf = (entity: Partial<RecognizableEntity>, text: string) =>
    recognizeEntities(text, [{ id: '1', name: 'it', format: 'list', ...entity }], now).map(
      ({ value }) => value,
    );
  const size = {
    options: [
      { name: 'S', synonyms: ['small'] },
      { name: 'XL', synonyms: ['extra large', 'ไซส์พิเศษ'] },
      { name: 'large', synonyms: [] },
    ],
  };

  it.each([
    ['a shirt in s', ['S']],
    ['EXTRA  LARGE please', ['XL']],
    ['ขอไซส์พิเศษหน่อย', ['XL']],
    ['shirts', []],
  ])('of a list in %j: %j', (text, values) => expect(valuesOf(size, text)).toEqual(values));

  it.each([
    ['number', 'two of 1,250.50 and ๑๒', ['1250.50', '12']],
    ['email', 'write to Malee@Shop.example.com.', ['malee@shop.example.com']],
    ['phone', 'call 081-234-5678 or +66 81 234 5678', ['0812345678', '+66812345678']],
    ['date', 'by 30/11/2026', ['2026-11-30']],
    ['date', 'พรุ่งนี้ได้ไหม', ['2026-11-23']],
    ['date', 'tomorrow', ['2026-11-23']],
    ['date', '5 ธันวาคม 2569', ['2026-12-05']],
    ['date', '1 มค', []],
    ['date', 'on 3rd January', ['2027-01-03']],
    ['date', 'Dec 24, 2026', ['2026-12-24']],
    ['date', '31/2/2026', []],
  ] as const)('of the system, %s in %j', (system, text, values) =>
    expect(valuesOf({ format: 'system', system }, text)).toEqual(values),
  );

  it('by a pattern, in time that does not explode', () => {
    const order = { format: 'regex' as const, pattern: '[A-Z]{2}-\\d{6}' };
    expect(valuesOf(order, 'SL-204518 and AB-123456')).toEqual(['SL-204518', 'AB-123456']);
    expect(findPatternMatches('(a+)+$', `${'a'.repeat(1_900)}b`)).toEqual([]);
    expect(patternProblem('(?=a)b')).toContain('(?=');
    expect(patternProblem('[A-Z]+')).toBeUndefined();
    expect(findPatternMatches('(?=a)b', 'ab')).toEqual([]);
  });
});

it('samples of two intents that are nearly the same are found', async () => {
  const samples = [
    { text: 'where is my order', intent: 0 },
    { text: 'where is my oder', intent: 1 },
    { text: 'where is my orders', intent: 0 },
    { text: 'something else', intent: 1 },
  ];
  expect(await findNearDuplicates(samples, noYield)).toMatchObject([
    { first: 0, second: 1 },
    { first: 1, second: 2 },
  ]);
});
