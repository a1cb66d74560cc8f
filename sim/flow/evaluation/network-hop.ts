import type { LinkQuality } from "#kube/ports/disturb-port.ts";
import type { World } from "../../kernel/world.ts";
import { callerOfProcess } from "../../network/connections/process-caller.ts";
import { linkTrouble } from "../../network/disturbed-links.ts";
import type { Process } from "../../processes/process.ts";
import type { Spread } from "./distribution.ts";

/** The way through the network and back: shorter within a node, longer where packets are delayed or lost. */
export const hop = (world: World, from: Process, to: Process): Spread => {
  const [caller, callee] = [callerOfProcess(world, from), callerOfProcess(world, to)];
  const usual = caller.node !== undefined && caller.node === callee.node ? NEAR : FAR;
  const trouble = linkTrouble(world, caller, callee);
  return trouble === undefined ? usual : slowed(usual, trouble);
};

/** A packet there and one back, each sent again until it arrives. */
const slowed = ({ meanMs, variance }: Spread, { delayMs, lossShare }: LinkQuality): Spread => ({
  meanMs: meanMs + 2 * delayMs + (2 * RETRANSMIT_MS * lossShare) / (1 - lossShare),
  variance: variance + (2 * RETRANSMIT_MS ** 2 * lossShare) / (1 - lossShare) ** 2,
});

/** Least time after which TCP sends a packet again, ms. */
const RETRANSMIT_MS = 200;

const NEAR: Spread = { meanMs: 0.3, variance: 0.01 };

/** Between nodes, and from outside the cluster. */
export const FAR: Spread = { meanMs: 0.6, variance: 0.04 };
