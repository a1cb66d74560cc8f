import type { LinkEnd, LinkQuality } from "#kube/ports/disturb-port.ts";
import { isRecording, recordRead } from "../kernel/recorded-reads.ts";
import type { World } from "../kernel/world.ts";
import { planSolve } from "../processes/plan-solve.ts";
import type { Caller } from "./connections/connection.ts";

/** Delays and loses packets between two sets of pods from now on; zeros end that. */
export const disturbLink = (world: World, ends: readonly [LinkEnd, LinkEnd], quality: LinkQuality): void => {
  const rest = (world.map<Links>(LINKS).get(ALL) ?? []).filter((link) => JSON.stringify(link.ends) !== JSON.stringify(ends));
  const isOver = quality.delayMs === 0 && quality.lossShare === 0;
  world.map<Links>(LINKS).set(ALL, isOver ? rest : [...rest, { ends, quality }]);
  planSolve(world);
};

/** Trouble between two callers, of all disturbances together; undefined where there is none. */
export const linkTrouble = (world: World, from: Caller, to: Caller): LinkQuality | undefined => {
  const links = world.map<Links>(LINKS).get(ALL);
  if (isRecording()) recordRead({ kind: "entry", map: LINKS, key: ALL, was: links });
  const own = links?.filter(({ ends: [one, other] }) => (isAt(one, from) && isAt(other, to)) || (isAt(other, from) && isAt(one, to)));
  if (own === undefined || own.length === 0) return undefined;
  return {
    delayMs: own.reduce((sum, { quality }) => sum + quality.delayMs, 0),
    lossShare: 1 - own.reduce((kept, { quality }) => kept * (1 - quality.lossShare), 1),
  };
};

/** Grows with every change of what is disturbed. */
export const linkRevision = (world: World): number => world.map(LINKS).revision;

type Links = readonly { readonly ends: readonly [LinkEnd, LinkEnd]; readonly quality: LinkQuality }[];

const isAt = (end: LinkEnd, { node, namespace, labels }: Caller): boolean =>
  "node" in end
    ? node === end.node
    : namespace === end.namespace && Object.entries(end.labels).every(([key, value]) => labels[key] === value);

/** One entry for all links: they are few, and a change of one is a change of what every hop has read. */
const LINKS = "network/links";
const ALL = "";
