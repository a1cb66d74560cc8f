import { atif } from "./atif.ts";
import { chromeTrace } from "./chrome-trace.ts";
import type { DatasetFormat } from "./format.ts";
import { inspect } from "./inspect.ts";
import { otlp } from "./otlp.ts";
import { preference } from "./preference.ts";
import { promptCompletion } from "./prompt-completion.ts";
import { rlds } from "./rlds.ts";
import { sft } from "./sft.ts";

/** Forms beside the native one whose rows stand alone, so that a server can stream them. */
export const FORMATS: readonly DatasetFormat[] = [sft, promptCompletion, preference, rlds, atif];

/** All forms that are written to files: those for programs in which one looks at runs come last. */
export const FILE_FORMATS: readonly DatasetFormat[] = [...FORMATS, inspect, otlp, chromeTrace];
