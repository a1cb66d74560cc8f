import { ASPECTS, type Aspect, type EpisodeAccount } from "./account.ts";

/** Agreement of two accounts of one episode. */
export interface Agreement {
  readonly fault: string;
  readonly target: string;
  /** Share of equal lines by aspect, including `rewards`, 0..1; an aspect that was not recorded has none. */
  readonly shares: Readonly<Partial<Record<Compared, number>>>;
  /** Mean of the shares, 0..1. */
  readonly score: number;
  /** Lines in only one of the accounts, each with its aspect. */
  readonly differences: readonly string[];
}

/** Compared aspects. */
export type Compared = Aspect | "first look" | "rewards";

export const COMPARED: readonly Compared[] = [...(Object.keys(ASPECTS) as Aspect[]), "first look", "rewards"];

/** Compares a real episode with its simulated counterpart: the share of lines that both contain; two empty aspects agree. */
export const compareAccounts = (real: EpisodeAccount, simulated: EpisodeAccount): Agreement => {
  const aspects = (Object.keys(ASPECTS) as Aspect[]).map((aspect) => compareLines(aspect, real.lines[aspect], simulated.lines[aspect]));
  const looks = real.firstLook ? [compareValues("first look", real.firstLook, simulated.firstLook ?? {}, AGE_TOLERANCE_S)] : [];
  const compared = [...aspects, ...looks, compareValues("rewards", real.rewards, simulated.rewards, REWARD_TOLERANCE)];
  const shares = Object.fromEntries(compared.map(({ name, share }) => [name, share])) as Agreement["shares"];
  return {
    fault: real.fault,
    target: real.target,
    shares,
    score: meanOf(Object.values(shares)),
    differences: compared.flatMap(({ differences }) => differences),
  };
};

/** Mean of shares; 1 for none. */
export const meanOf = (shares: readonly number[]): number =>
  shares.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length;

interface Part {
  readonly name: Compared;
  readonly share: number;
  readonly differences: readonly string[];
}

const compareLines = (name: Aspect, real: readonly string[], simulated: readonly string[]): Part => {
  const all = new Set([...real, ...simulated]);
  const shared = real.filter((line) => simulated.includes(line)).length;
  return {
    name,
    share: all.size === 0 ? 1 : shared / all.size,
    differences: [
      ...real.filter((line) => !simulated.includes(line)).map((line) => `${name}: only real: ${line}`),
      ...simulated.filter((line) => !real.includes(line)).map((line) => `${name}: only simulated: ${line}`),
    ],
  };
};

type Values = Readonly<Record<string, number | string>>;

const compareValues = (part: Compared, real: Values, simulated: Values, tolerance: number): Part => {
  const names = [...new Set([...Object.keys(real), ...Object.keys(simulated)])];
  const unlike = names.filter((name) => !isAlike(real[name], simulated[name], tolerance));
  return {
    name: part,
    share: names.length === 0 ? 1 : 1 - unlike.length / names.length,
    differences: unlike.map((name) => `${part}: ${name} ${show(real[name])} real, ${show(simulated[name])} simulated`),
  };
};

/** Compares numbers approximately, since time is real in one of them. */
const isAlike = (real: number | string | undefined, simulated: number | string | undefined, tolerance: number): boolean =>
  typeof real === "number" && typeof simulated === "number" ? Math.abs(real - simulated) <= tolerance : real === simulated;

const REWARD_TOLERANCE = 0.1;

/** Two rounds of the alerts' rules, or a few retries of a kubelet. */
const AGE_TOLERANCE_S = 45;

const show = (value: number | string | undefined): string =>
  typeof value === "number" ? (Number.isInteger(value) ? `${value}` : value.toFixed(2)) : (value ?? "missing");
