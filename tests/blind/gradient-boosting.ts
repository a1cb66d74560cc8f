/** Scores a row of features; greater means more likely positive. */
export type Classifier = (row: readonly number[]) => number;

/**
 * Trains gradient-boosted trees with logistic loss on histograms of the features, as XGBoost and LightGBM do in the large.
 *
 * @param rows features of each sample, all of one length; NaN is not allowed
 * @param labels 1 for positive samples, 0 for the others
 */
export const trainBoosting = (rows: readonly (readonly number[])[], labels: readonly number[]): Classifier => {
  const cuts = (rows[0] ?? []).map((_, feature) => quantiles(rows.map((row) => row[feature] as number)));
  const binned = rows.map((row) => row.map((value, feature) => binOf(cuts[feature] as readonly number[], value)));
  const scores = rows.map(() => 0);
  const trees: Tree[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const probabilities = scores.map(sigmoid);
    const gradients = probabilities.map((p, i) => (labels[i] as number) - p);
    const hessians = probabilities.map((p) => p * (1 - p));
    const tree = grow(
      { binned, gradients, hessians },
      rows.map((_, i) => i),
      DEPTH,
    );
    trees.push(tree);
    binned.forEach((row, i) => {
      scores[i] = (scores[i] as number) + valueAt(tree, row);
    });
  }
  return (row) => {
    const bins = row.map((value, feature) => binOf(cuts[feature] as readonly number[], value));
    return trees.reduce((sum, tree) => sum + valueAt(tree, bins), 0);
  };
};

const ROUNDS = 60;
const DEPTH = 3;
const LEARNING_RATE = 0.2;
const L2 = 1;
const BINS = 32;
const SAMPLES_MIN = 10;

type Tree = { readonly value: number } | { readonly feature: number; readonly bin: number; readonly left: Tree; readonly right: Tree };

interface Sums {
  readonly gradient: number;
  readonly hessian: number;
  readonly count: number;
}

interface Samples {
  readonly binned: readonly (readonly number[])[];
  readonly gradients: readonly number[];
  readonly hessians: readonly number[];
}

const grow = (samples: Samples, members: readonly number[], depth: number): Tree => {
  const split = depth === 0 ? undefined : bestSplit(samples, members);
  if (split === undefined) {
    const { gradient, hessian } = sumOf(samples, members);
    return { value: (LEARNING_RATE * gradient) / (hessian + L2) };
  }
  const { feature, bin } = split;
  const isLeft = (i: number) => (samples.binned[i]?.[feature] as number) <= bin;
  const left = grow(samples, members.filter(isLeft), depth - 1);
  return {
    feature,
    bin,
    left,
    right: grow(
      samples,
      members.filter((i) => !isLeft(i)),
      depth - 1,
    ),
  };
};

const bestSplit = (samples: Samples, members: readonly number[]): { readonly feature: number; readonly bin: number } | undefined => {
  const total = sumOf(samples, members);
  let best: { readonly feature: number; readonly bin: number } | undefined;
  let mostGain = 1e-6;
  for (let feature = 0; feature < (samples.binned[0]?.length ?? 0); feature++) {
    const histogram = histogramOf(samples, members, feature);
    let left: Sums = { gradient: 0, hessian: 0, count: 0 };
    for (let bin = 0; bin < BINS - 1; bin++) {
      left = add(left, histogram[bin] as Sums);
      const right = { gradient: total.gradient - left.gradient, hessian: total.hessian - left.hessian, count: total.count - left.count };
      if (left.count < SAMPLES_MIN || right.count < SAMPLES_MIN) continue;
      const gain = qualityOf(left) + qualityOf(right) - qualityOf(total);
      if (gain > mostGain) {
        mostGain = gain;
        best = { feature, bin };
      }
    }
  }
  return best;
};

const histogramOf = ({ binned, gradients, hessians }: Samples, members: readonly number[], feature: number): readonly Sums[] => {
  const histogram = Array.from({ length: BINS }, () => ({ gradient: 0, hessian: 0, count: 0 }));
  for (const i of members) {
    const sums = histogram[binned[i]?.[feature] as number] as { gradient: number; hessian: number; count: number };
    sums.gradient += gradients[i] as number;
    sums.hessian += hessians[i] as number;
    sums.count += 1;
  }
  return histogram;
};

const sumOf = ({ gradients, hessians }: Samples, members: readonly number[]): Sums =>
  members.reduce<Sums>((sum, i) => add(sum, { gradient: gradients[i] as number, hessian: hessians[i] as number, count: 1 }), {
    gradient: 0,
    hessian: 0,
    count: 0,
  });

const add = (a: Sums, b: Sums): Sums => ({ gradient: a.gradient + b.gradient, hessian: a.hessian + b.hessian, count: a.count + b.count });

const qualityOf = ({ gradient, hessian }: Sums): number => (gradient * gradient) / (hessian + L2);

const valueAt = (tree: Tree, bins: readonly number[]): number => {
  let node = tree;
  while (!("value" in node)) node = (bins[node.feature] as number) <= node.bin ? node.left : node.right;
  return node.value;
};

/** Upper ends of all bins but the last, ascending. */
const quantiles = (values: readonly number[]): readonly number[] => {
  const sorted = [...values].sort((a, b) => a - b);
  return [...new Set(Array.from({ length: BINS - 1 }, (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / BINS)] as number))];
};

const binOf = (cuts: readonly number[], value: number): number => {
  const bin = cuts.findIndex((cut) => value <= cut);
  return bin < 0 ? cuts.length : bin;
};

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** Area under the ROC curve: the chance that a positive sample scores above a negative one; ties count half. */
export const areaUnderCurve = (scores: readonly number[], labels: readonly number[]): number => {
  const order = scores.map((score, i) => ({ score, label: labels[i] as number })).sort((a, b) => a.score - b.score);
  let [rankSum, at] = [0, 0];
  while (at < order.length) {
    let end = at;
    while (end < order.length && order[end]?.score === order[at]?.score) end += 1;
    for (let i = at; i < end; i++) rankSum += order[i]?.label === 1 ? (at + 1 + end) / 2 : 0;
    at = end;
  }
  const positives = labels.filter((label) => label === 1).length;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * (labels.length - positives));
};
