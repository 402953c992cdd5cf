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

const ARRAYS = {
  offsets: Uint32Array,
  of: Uint16Array,
  weights: Float32Array,
  tells: Float32Array,
} as const;
type ArrayName = keyof typeof ARRAYS;
const NAMES = Object.keys(ARRAYS) as ArrayName[];

/** Serialises a model, compressed off the event loop. */
export async function packVector({ intents, confidence, model }: TrainedVector): Promise<string> {
  const parts: Record<string, string> = {};
  for (const name of NAMES) {
    const { buffer, byteOffset, byteLength } = model[name];
    const deflated = await deflate(Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength));
    parts[name] = deflated.toString('base64');
  }
  return JSON.stringify({ intents, confidence, count: model.intents, parts });
}

export async function unpackVector(text: string): Promise<TrainedVector> {
  const { intents, confidence, count, parts } = JSON.parse(text) as {
    intents: TrainedIntent[];
    confidence: Confidence;
    count: number;
    parts: Record<ArrayName, string>;
  };
  const bytesOf = async (name: ArrayName): Promise<ArrayBuffer> => {
    const bytes = await inflate(Buffer.from(parts[name], 'base64'));
    // Arrays of numbers begin at multiples of their size.
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  };
  return {
    intents,
    confidence,
    model: {
      intents: count,
      offsets: new Uint32Array(await bytesOf('offsets')),
      of: new Uint16Array(await bytesOf('of')),
      weights: new Float32Array(await bytesOf('weights')),
      tells: new Float32Array(await bytesOf('tells')),
    },
  };
}

export const packText = (model: TrainedText): string => JSON.stringify(model);
export const unpackText = (text: string): TrainedText => JSON.parse(text) as TrainedText;
