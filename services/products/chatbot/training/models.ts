import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Confidence } from '../../../../schemas/understanding/confidence.ts';
import type { TextSample } from '../../../../schemas/understanding/fuzzy.ts';
import type { VectorModel } from '../../../../schemas/understanding/vector.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** An intent of a model. */
export interface TrainedIntent {
  id: string;
  name: string;
}

export interface TrainedVector {
  intents: TrainedIntent[];
  confidence: Confidence;
  model: VectorModel;
}
export interface TrainedText {
  intents: TrainedIntent[];
  samples: TextSample[];
}

/** The last four belong to the margins, which older models lack. */
type ArrayName =
  'offsets' | 'of' | 'weights' | 'tells' | 'marginOffsets' | 'marginOf' | 'marginWeights' | 'marginBias';
type Arrays = Partial<Record<ArrayName, ArrayBufferView>>;

interface PackedVector {
  intents: TrainedIntent[];
  confidence: Confidence;
  count: number;
  parts: Partial<Record<ArrayName, string>>;
}

/** Serialises a model, compressed off the event loop. */
export async function packVector({ intents, confidence, model }: TrainedVector): Promise<string> {
  const { offsets, of, weights, tells, margins } = model;
  const arrays: Arrays = {
    ...{ offsets, of, weights, tells },
    ...(margins && {
      marginOffsets: margins.offsets,
      marginOf: margins.of,
      marginWeights: margins.weights,
      marginBias: margins.bias,
    }),
  };
  const parts: PackedVector['parts'] = {};
  for (const [name, { buffer, byteOffset, byteLength }] of Object.entries(arrays)) {
    const deflated = await deflate(Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength));
    parts[name as ArrayName] = deflated.toString('base64');
  }
  return JSON.stringify({ intents, confidence, count: model.intents, parts } satisfies PackedVector);
}

export async function unpackVector(text: string): Promise<TrainedVector> {
  const { intents, confidence, count, parts } = JSON.parse(text) as PackedVector;
  const readBytes = async (name: ArrayName): Promise<ArrayBuffer> => {
    const bytes = await inflate(Buffer.from(parts[name] ?? '', 'base64'));
    // Copied, because typed arrays must start at multiples of their element size.
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  };
  return {
    intents,
    confidence,
    model: {
      intents: count,
      offsets: new Uint32Array(await readBytes('offsets')),
      of: new Uint16Array(await readBytes('of')),
      weights: new Float32Array(await readBytes('weights')),
      tells: new Float32Array(await readBytes('tells')),
      ...(parts.marginOffsets !== undefined && {
        margins: {
          offsets: new Uint32Array(await readBytes('marginOffsets')),
          of: new Uint16Array(await readBytes('marginOf')),
          weights: new Float32Array(await readBytes('marginWeights')),
          bias: new Float32Array(await readBytes('marginBias')),
        },
      }),
    },
  };
}

export const packText = (model: TrainedText): string => JSON.stringify(model);
export const unpackText = (text: string): TrainedText => JSON.parse(text) as TrainedText;
