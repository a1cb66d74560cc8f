import type { World } from "../../kernel/world.ts";
import { dialError, goLine, goPanic } from "../go-log.ts";
import type { Process } from "../process.ts";
import { reach } from "../process-caller.ts";
import { exitProcess } from "../process-life.ts";
import { printLines } from "../process-output.ts";
import { configOf, parseAddress } from "./hotel-config.ts";
import { type HotelCall, hotelServiceOf } from "./hotel-services.ts";

/** Ends a program that met an error which its code answers with a panic, if the error is still there. */
export const panicUnderLoad = (world: World, process: Process): void => {
  const service = hotelServiceOf(process.program);
  const why = service === undefined ? undefined : fatalCacheError(world, process);
  if (service === undefined || why === undefined) return;
  const text = `Tried to get memc_id [4_2015-04-09_2015-04-10], but got memmory error = ${why}`;
  printLines(world, process, [goLine(world.nowMs(), "error", `memcached error: ${why}`)]);
  exitProcess(world, process, { exitCode: 2, reason: "Error" }, goPanic(text, service.name));
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
): { readonly message: string; readonly afterMs: number } | undefined => {
  const address = configOf(process)[call.cacheSetting] ?? "";
  if (address === "") return { message: "memcache: no servers configured or available", afterMs: 0 };
  const { host, port } = parseAddress(address, 11211);
  const reached = reach(world, process, host, port, "memcached");
  if (reached.kind === "reached") return undefined;
  const { outcome } = reached;
  if (outcome.kind === "connected") return { message: 'memcache: unexpected response line: ""', afterMs: 1 };
  if (outcome.kind === "dropped") return { message: `memcache: connect timeout to ${outcome.address}`, afterMs: CACHE_TIMEOUT_MS };
  return { message: dialError(outcome), afterMs: outcome.kind === "refused" ? 1 : 5 };
};

const CACHE_TIMEOUT_MS = 100;
