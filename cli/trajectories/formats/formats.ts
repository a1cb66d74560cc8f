import { atif } from "./atif.ts";
import type { DatasetFormat } from "./format.ts";
import { preference } from "./preference.ts";
import { promptCompletion } from "./prompt-completion.ts";
import { rlds } from "./rlds.ts";
import { sft } from "./sft.ts";

/** Forms beside the native one. */
export const FORMATS: readonly DatasetFormat[] = [sft, promptCompletion, preference, rlds, atif];
