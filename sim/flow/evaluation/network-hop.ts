import type { World } from "../../kernel/world.ts";
import { callerOfProcess } from "../../network/connections/process-caller.ts";
import type { Process } from "../../processes/process.ts";
import type { Spread } from "./distribution.ts";

/** The way through the network and back: shorter within a node. */
export const hop = (world: World, from: Process, to: Process): Spread => {
  const { node } = callerOfProcess(world, from);
  return node !== undefined && node === callerOfProcess(world, to).node ? NEAR : FAR;
};

const NEAR: Spread = { meanMs: 0.3, variance: 0.01 };

/** Between nodes, and from outside the cluster. */
export const FAR: Spread = { meanMs: 0.6, variance: 0.04 };
