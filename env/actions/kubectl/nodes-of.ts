import { findResource, type ResourceRow } from "#kube/resources.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Session } from "./session.ts";

/** The row of nodes. */
export const NODES = findResource("nodes") as ResourceRow;

/** The nodes that a command names, or that its selector finds. */
export const nodesOf = async (session: Session, names: readonly string[]): Promise<readonly Node[]> => {
  const selector = session.args.text("selector");
  if (selector !== undefined || session.args.on("all"))
    return session.list<Node>(NODES, undefined, selector === undefined ? {} : { labelSelector: selector });
  const nodes: Node[] = [];
  for (const name of names) nodes.push(await session.get<Node>(NODES, name.replace(/^(no|node|nodes)\//, ""), undefined));
  return nodes;
};
