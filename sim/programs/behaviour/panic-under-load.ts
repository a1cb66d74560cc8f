import type { CachedCall } from "#kube/app/behaviour.ts";
import { DEFAULT_PORTS } from "#kube/app/default-ports.ts";
import type { World } from "../../kernel/world.ts";
import { reach } from "../../network/connections/process-caller.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import type { Process } from "../../processes/process.ts";
import { exitProcess } from "../../processes/process-life.ts";
import { printLines } from "../../processes/process-output.ts";
import type { CacheFailure } from "../languages/language.ts";
import { clientWords, LANGUAGES } from "../languages/languages.ts";
import { callsOf } from "./calls-of.ts";
import { fillTemplate } from "./fill-template.ts";
import { addressOf, settingOf } from "./settings.ts";

/** Ends a program that met an error at which its code panics, if the error is still there. */
export const panicUnderLoad = (world: World, process: Process): void => {
  const { app } = process;
  const fatal = app === undefined ? undefined : fatalError(world, process, app);
  if (app === undefined || fatal === undefined) return;
  const { line, panicExitCode } = LANGUAGES[app.behaviour.language];
  printLines(world, process, [line("error", cacheFailureText(app, fatal.error))(world.nowMs())]);
  exitProcess(world, process, { exitCode: panicExitCode, reason: "Error" }, cachePanic(app, fatal.call, fatal.error));
};

/** True if this program would panic at its next request. */
export const wouldPanic = (world: World, process: Process): boolean =>
  process.app !== undefined && fatalError(world, process, process.app) !== undefined;

/** Error of a look-up in the cache; undefined: the cache answers. */
export const cacheError = (world: World, process: Process, { address }: CachedCall): CacheFailure | undefined => {
  if (process.app === undefined) return undefined;
  const caches = clientWords(process.app, "caches");
  if (settingOf(process, address) === "") return caches.noServer;
  const { host, port } = addressOf(process, address, DEFAULT_PORTS.memcached);
  const reached = reach(world, process, host, port, "memcached");
  return reached.kind === "reached" ? undefined : caches.describe(reached.outcome);
};

/** Line of a program's log about a cache error. */
export const cacheFailureText = ({ behaviour }: AppProgram, error: string): string =>
  fillTemplate(behaviour.log.callFailed.cache, (name) => (name === "error" ? error : undefined));

/** Last words of a program whose code panics at a cache error. */
export const cachePanic = (app: AppProgram, { onError }: CachedCall, error: string): readonly string[] => {
  const text = typeof onError === "string" ? error : fillTemplate(onError.panic, (name) => (name === "error" ? error : undefined));
  return LANGUAGES[app.behaviour.language].panic(text, app);
};

interface FatalError {
  readonly call: CachedCall;
  readonly error: string;
}

const fatalError = (world: World, process: Process, { behaviour }: AppProgram): FatalError | undefined => {
  for (const { calls } of Object.values(behaviour.operations))
    for (const call of callsOf(calls)) {
      if (call.kind !== "cache" || typeof call.onError === "string") continue;
      const error = cacheError(world, process, call);
      if (error !== undefined) return { call, error: error.message };
    }
  return undefined;
};
