/** Label set, `__name__` included. Never changed in place. */
export type Labels = Readonly<Record<string, string>>;

/** Label with a metric's name. */
export const METRIC_NAME = "__name__";

/** Makes a label set with its names in byte order; empty values are left out, as Prometheus does. */
export const makeLabels = (entries: Iterable<readonly [string, string]>): Labels => {
  const kept = [...entries].filter(([, value]) => value !== "");
  kept.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
  return Object.fromEntries(kept);
};

/** Key that is equal for equal label sets. Cached with the label set. */
export const labelsKey = (labels: Labels): string => {
  let key = keys.get(labels);
  if (key === undefined) {
    key = "";
    for (const name of Object.keys(labels).sort()) key += `${name}\u0001${labels[name]}\u0002`;
    keys.set(labels, key);
  }
  return key;
};

/** The same labels without the metric's name. */
export const dropName = (labels: Labels): Labels => {
  if (labels[METRIC_NAME] === undefined) return labels;
  let rest = nameless.get(labels);
  if (rest === undefined) {
    const { [METRIC_NAME]: _name, ...others } = labels;
    rest = others;
    nameless.set(labels, rest);
  }
  return rest;
};

/** Only these labels. */
export const keepLabels = (labels: Labels, names: readonly string[]): Labels =>
  makeLabels(names.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]] as const])));

/** All but these labels and the name. */
export const omitLabels = (labels: Labels, names: readonly string[]): Labels =>
  makeLabels(Object.entries(labels).filter(([name]) => name !== METRIC_NAME && !names.includes(name)));

/** The same labels with one set; an empty value removes it. */
export const setLabel = (labels: Labels, name: string, value: string): Labels => makeLabels(Object.entries({ ...labels, [name]: value }));

/** Orders label sets as Prometheus orders the series of a matrix. */
export const compareLabels = (a: Labels, b: Labels): number => {
  const left = Object.entries(a);
  const right = Object.entries(b);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [leftName, leftValue] = left[i] as [string, string];
    const [rightName, rightValue] = right[i] as [string, string];
    if (leftName !== rightName) return leftName < rightName ? -1 : 1;
    if (leftValue !== rightValue) return leftValue < rightValue ? -1 : 1;
  }
  return left.length - right.length;
};

/** Renders labels as Prometheus' messages do: `{job="a", pod="b"}`. */
export const renderLabels = (labels: Labels): string => {
  const { [METRIC_NAME]: name, ...others } = labels;
  const pairs = Object.entries(others).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return name !== undefined && pairs.length === 0 ? name : `${name ?? ""}{${pairs.join(", ")}}`;
};

const keys = new WeakMap<Labels, string>();
const nameless = new WeakMap<Labels, Labels>();
