import { keepUpTo } from "#core/keep-up-to.ts";
import type { FlagEffect } from "#kube/app/flag-behaviour.ts";
import type { World } from "../../kernel/world.ts";
import { reach } from "../../network/connections/process-caller.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import { readContainerFile } from "../../processes/container-files.ts";
import type { Process } from "../../processes/process.ts";
import { FLAG_FILE_CHANGES, processState } from "../../processes/process-state.ts";
import { addressOf, settingOf } from "../../programs/behaviour/settings.ts";
import type { Effects } from "./effects.ts";

/** Adds the effects of the flags as they are now; those of a program without any, or whose flagd cannot be reached, add nothing. */
export const flagEffects = (world: World, process: Process, { app, operation, before }: FlagReader): Effects => {
  const { flags } = app.behaviour;
  const own = flags?.effects.filter((effect) => effect.operation === operation) ?? [];
  if (flags === undefined || own.length === 0) return before;
  const { host, port } = addressOf(process, flags.address, FLAGD_PORT);
  const reached = reach(world, process, host, port, "grpc/flagd");
  return reached.kind === "failed" ? before : own.reduce(addEffect(flagValues(world, reached.server)), before);
};

/** An operation of a program, and what changes it besides. */
interface FlagReader {
  readonly app: AppProgram;
  readonly operation: string;
  readonly before: Effects;
}

/** Values of the flags that a flagd serves, as they are now: 1 of one that is on, 0 of one that is off. */
export const flagValues = (world: World, flagd: Process): FlagValues => valuesIn(flagText(world, flagd));

const FLAGD_PORT = 8013;

const addEffect =
  (values: FlagValues) =>
  (sum: Effects, { flag, fails, addedMs = 0, addedCpuMs = 0, leakKiB = 0, messages = 0, answer }: FlagEffect): Effects => {
    const value = values.get(flag) ?? 0;
    if (value <= 0) return sum;
    return {
      ...sum,
      fails: fails === undefined ? sum.fails : [...sum.fails, { share: Math.min(1, fails.share * value), error: fails.error }],
      addedMs: sum.addedMs + addedMs * value,
      addedCpuMs: sum.addedCpuMs + addedCpuMs * value,
      leakKiB: sum.leakKiB + leakKiB * value,
      messages: sum.messages + messages * value,
      ...(answer !== undefined && { answer }),
    };
  };

/** The file that a flagd watches, as it is now. */
const flagText = (world: World, flagd: Process): string => {
  // Looked at so that what follows is found anew after a change.
  processState<number>(world, flagd, FLAG_FILE_CHANGES);
  const setting = flagd.app?.behaviour.flagFile;
  return (setting === undefined ? undefined : readContainerFile(world, flagd, settingOf(flagd, setting))) ?? "";
};

type FlagValues = ReadonlyMap<string, number>;

const keptValues = keepUpTo<string, FlagValues>(16);

const valuesIn = (text: string): FlagValues => keptValues(text, parseFlags);

/** The variants that flags have by default; of a text that is no list of flags there are none. */
const parseFlags = (text: string): FlagValues => {
  try {
    const { flags = {} } = JSON.parse(text) as { readonly flags?: Readonly<Record<string, Flag>> };
    return new Map(
      Object.entries(flags).flatMap(([name, { state, variants, defaultVariant }]) => {
        const value = state === "DISABLED" ? undefined : variants?.[defaultVariant ?? ""];
        return value === undefined ? [] : [[name, Number(value) || 0] as const];
      }),
    );
  } catch {
    return new Map();
  }
};

interface Flag {
  readonly state?: string;
  readonly variants?: Readonly<Record<string, unknown>>;
  readonly defaultVariant?: string;
}
