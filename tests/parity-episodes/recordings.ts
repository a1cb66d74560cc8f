import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { EpisodeAccount } from "./account.ts";
import { type EpisodeCase, recordingFileOf } from "./cases.ts";

/** Recording of a case on a real cluster. */
export interface Recording {
  /** Version and number of nodes of the cluster. */
  readonly cluster: { readonly kubernetes: string; readonly nodes: number };
  readonly account: EpisodeAccount;
}

/** Reads the recording of a case; undefined: there is none. */
export const readRecording = (one: EpisodeCase): Recording | undefined =>
  existsSync(recordingFileOf(one)) ? (JSON.parse(readFileSync(recordingFileOf(one), "utf8")) as Recording) : undefined;

/** Writes the recording of a case, in place of an earlier one. */
export const writeRecording = (recording: Recording): void => {
  const file = recordingFileOf(recording.account);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(recording, null, 2)}\n`);
};
