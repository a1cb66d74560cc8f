import type { AppRecord } from "#kube/app/app.ts";
import { listWorkers } from "#kube/listings/list-nodes.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Node, ObjectReference } from "#kube/types/cluster.ts";
import { pickComponent } from "./pick-component.ts";
import type { StrikeOptions } from "./problem.ts";

/** Picks the worker that a disturbance hits, as `pickComponent` picks a component. @returns undefined when it may hit none */
export const pickNode = async (view: ClusterView, app: AppRecord, options: StrikeOptions): Promise<Node | undefined> => {
  // Any component has pods on any worker.
  if (pickComponent(app, options) === undefined) return undefined;
  const candidates = (await listWorkers(view)).filter(({ metadata }) => !options.spared.includes(metadata.name));
  return candidates.length === 0 ? undefined : options.rng.stream("node").pick(candidates);
};

/** Reference to a node as the events of its programs have it. */
export const nodeReference = ({ metadata: { name } }: Node): ObjectReference => ({ kind: "Node", name, uid: name });
