/**
 * What a likeness is worth: the chance that the intent is the one that was meant, from how like it is and by how much it
 * leads before the next one. Learnt from texts whose intent is known and that the model had not seen.
 */
export interface Confidence {
  bias: number;
  like: number;
  lead: number;
}

/** A text that the model had not seen: its likeness to what was meant, or to what was taken for it. */
export interface Judged {
  like: number;
  lead: number;
  right: boolean;
  weight: number;
}

const STEPS = 400;
/** Texts that it is learnt from, at most: more would say the same. */
const MOST = 2_001;
const RATE = 2;
/** Keeps the weights small where there is little to learn from. */
const CALM = 0.002;

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

/** Logistic regression by gradient descent; the same texts always give the same. */
export function learnConfidence(all: readonly Judged[]): Confidence {
  const each = Math.ceil(all.length / MOST);
  const judged = all.filter((_, at) => at % each === 0);
  const learnt: Confidence = { bias: -2, like: 6, lead: 6 };
  const total = judged.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return learnt;
  for (let step = 0; step < STEPS; step += 1) {
    const slope: Confidence = { bias: 0, like: 0, lead: 0 };
    for (const { like, lead, right, weight } of judged) {
      const fault = (weight * (Number(right) - confidenceOf(learnt, like, lead))) / total;
      slope.bias += fault;
      slope.like += fault * like;
      slope.lead += fault * lead;
    }
    learnt.bias += RATE * slope.bias;
    learnt.like += RATE * 10 * (slope.like - (CALM / 100) * learnt.like);
    learnt.lead += RATE * 20 * (slope.lead - (CALM / 100) * learnt.lead);
  }
  return learnt;
}

export const confidenceOf = ({ bias, like, lead }: Confidence, alike: number, leads: number): number =>
  sigmoid(bias + like * alike + lead * leads);

/** How much each leads before the best of the others; negative for all but the first. */
export function leadsOf(like: Float64Array): Float64Array {
  const [first = -1, second = -1] = topOf(like, 2);
  return like.map((value, at) => value - ((at === first ? like[second] : like[first]) ?? 0));
}

/** The places of the highest values, highest first; of the same ones the first. */
export function topOf(values: ArrayLike<number>, count: number): number[] {
  const top: number[] = [];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    let place = top.length;
    while (place > 0 && value > (values[top[place - 1] ?? 0] ?? 0)) place -= 1;
    if (place >= count) continue;
    top.splice(place, 0, at);
    if (top.length > count) top.pop();
  }
  return top;
}
