import type { AppOperation } from "#kube/app/app.ts";
import type { World } from "../kernel/world.ts";
import { connect } from "../network/connections/connect.ts";
import { findProcess } from "../processes/process-keys.ts";
import type { AppInstall } from "../programs/catalogue/app-install.ts";
import { flagValues } from "./evaluation/flag-effects.ts";
import { LOAD_CALLER } from "./load.ts";

/** Requests that users make for an operation beyond their usual ones, because a feature flag says so, 1/s. */
export const floodOf = (world: World, { record, namespace }: AppInstall, { flood }: AppOperation): number => {
  const { flagd } = record.load;
  if (flood === undefined || flagd === undefined) return 0;
  for (const { outcome } of connect(world, LOAD_CALLER, `${flagd.service}.${namespace}.svc.cluster.local`, flagd.port)) {
    const server = outcome.kind === "connected" ? findProcess(world, outcome.process) : undefined;
    if (server !== undefined) return flood.rps * Math.max(0, flagValues(world, server).get(flood.flag) ?? 0);
  }
  return 0;
};
