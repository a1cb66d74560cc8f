import { CliError } from "../errors/cli-error.ts";

/** A share of the tasks: every `of`-th, starting with the one at `index`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** Reads the value of `--shard`. @throws CliError when it names no share */
export const readShard = (text: string): Shard => {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || of === undefined || index >= of)
    throw new CliError(`--shard is ${JSON.stringify(text)}; give i/n with i below n, such as 0/4`);
  return { index, of };
};
