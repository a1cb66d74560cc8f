import type { CliOutput } from "./output.ts";

/** Finding of one check. */
interface Check {
  readonly name: string;
  readonly state: keyof typeof MARKS;
  readonly says: string;
}

/** Prints each check as it ends. @returns true if none found something unusable */
export const printChecks = async (checks: AsyncIterable<Check>, output: CliOutput): Promise<boolean> => {
  let isUsable = true;
  for await (const { name, state, says } of checks) {
    output.emit({ check: name, state, says });
    output.print(`${MARKS[state]}  ${name.padEnd(NAME_WIDTH)}  ${says}`);
    isUsable &&= state !== "unusable";
  }
  return isUsable;
};

const MARKS = { good: "ok", lacking: "--", unusable: "!!" } as const;

/** Width of the column of names: what is still to come is not known. */
const NAME_WIDTH = 16;
