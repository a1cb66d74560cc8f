import { CliError } from "../errors/cli-error.ts";

const SEED_MAX = 2n ** 64n - 1n;

/** Creates a parser of whole numbers within inclusive bounds. */
export const wholeNumber =
  (name: string, min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new CliError(`${name} is ${JSON.stringify(text)}; give a whole number from ${min} to ${max}`);
    }
    return value;
  };

/** Creates a parser of numbers within inclusive bounds. */
export const numberOf =
  (name: string, min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === "" || !(value >= min && value <= max))
      throw new CliError(`${name} is ${JSON.stringify(text)}; give a number from ${min} to ${max}`);
    return value;
  };

/** Parses an unsigned 64-bit seed. */
export const seedNumber = (text: string): bigint => {
  const value = /^\d+$/.test(text) ? BigInt(text) : -1n;
  if (value < 0n || value > SEED_MAX) throw new CliError(`--seed is ${JSON.stringify(text)}; give a whole number from 0 to ${SEED_MAX}`);
  return value;
};

/** Splits a comma-separated list. */
export const listOfText = (text: string): readonly string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Difficulties from the least to the most, both included. */
export interface DifficultyRange {
  readonly least: number;
  readonly most: number;
}

/** Parses a difficulty or a range of them: `4`, `4..5`. */
export const difficultyRange = (text: string): DifficultyRange => {
  const [, least, most = least] = /^([1-5])(?:\.\.([1-5]))?$/.exec(text) ?? [];
  if (least === undefined || Number(least) > Number(most))
    throw new CliError(`--difficulty is ${JSON.stringify(text)}; give a level from 1 to 5 or a range of them, such as 4..5`);
  return { least: Number(least), most: Number(most) };
};
