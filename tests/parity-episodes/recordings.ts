import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EpisodeAccount } from "./account.ts";
import type { EpisodeCase } from "./cases.ts";

/** Recording of a case on a real cluster. */
export interface Recording {
  /** Version and number of nodes of the cluster. */
  readonly cluster: { readonly kubernetes: string; readonly nodes: number };
  readonly account: EpisodeAccount;
}

const FOLDER = join(import.meta.dirname, "recordings");

const pathOf = ({ fault, target }: EpisodeCase): string => join(FOLDER, `${fault}.${target.replace("/", ".")}.recorded.json`);

/** Reads the recording of a case; undefined: there is none. */
export const readRecording = (one: EpisodeCase): Recording | undefined =>
  existsSync(pathOf(one)) ? (JSON.parse(readFileSync(pathOf(one), "utf8")) as Recording) : undefined;

/** Writes the recording of a case, in place of an earlier one. */
export const writeRecording = (recording: Recording): void => {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(pathOf(recording.account), `${JSON.stringify(recording, null, 2)}\n`);
};
