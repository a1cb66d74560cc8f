import type { World } from "../../../kernel/world.ts";
import type { Process } from "../../runtime/process.ts";
import { reach } from "../../runtime/process-caller.ts";
import { exitProcess } from "../../runtime/process-life.ts";
import { printLines } from "../../runtime/process-output.ts";
import { goLine } from "../go-log.ts";
import { type CacheFailure, cachePanic, describeCacheFailure, NO_CACHE } from "./cache-failure.ts";
import { configOf, parseAddress } from "./hotel-config.ts";
import { type HotelCall, hotelServiceOf } from "./hotel-services.ts";

/** Ends a program that met an error which its code answers with a panic, if the error is still there. */
export const panicUnderLoad = (world: World, process: Process): void => {
  const service = hotelServiceOf(process.program);
  const why = service === undefined ? undefined : fatalCacheError(world, process);
  if (service === undefined || why === undefined) return;
  printLines(world, process, [goLine(world.nowMs(), "error", `memcached error: ${why}`)]);
  exitProcess(world, process, { exitCode: 2, reason: "Error" }, cachePanic(service, why));
};

/** The cache error that would make this program panic at its next request; undefined: none. */
export const fatalCacheError = (world: World, process: Process): string | undefined => {
  for (const operation of Object.values(hotelServiceOf(process.program)?.operations ?? {})) {
    for (const call of operation.calls) {
      if (call.kind !== "cached-store" || call.onCacheError !== "panic") continue;
      const error = cacheError(world, process, call);
      if (error !== undefined) return error.message;
    }
  }
  return undefined;
};

/** What a look-up in the cache fails with; undefined: the cache answers. */
export const cacheError = (
  world: World,
  process: Process,
  call: Extract<HotelCall, { kind: "cached-store" }>,
): CacheFailure | undefined => {
  const address = configOf(process)[call.cacheSetting] ?? "";
  if (address === "") return NO_CACHE;
  const { host, port } = parseAddress(address, 11211);
  const reached = reach(world, process, host, port, "memcached");
  if (reached.kind === "reached") return undefined;
  return describeCacheFailure(reached.outcome);
};
