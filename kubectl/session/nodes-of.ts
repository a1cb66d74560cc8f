import { findResource, type ResourceRow } from "#kube/objects/resources.ts";
import type { Node } from "#kube/types/cluster.ts";
import { splitPair } from "../command-line/targets.ts";
import { CommandFailure } from "./errors.ts";
import { requireKind } from "./kinds.ts";
import type { Session } from "./session.ts";

/** Resource of nodes. */
export const NODES = findResource("nodes") as ResourceRow;

/** Reads the nodes that a command names, or that its selector matches. */
export const nodesOf = async (session: Session, names: readonly string[]): Promise<readonly Node[]> => {
  const nodes: Node[] = [];
  for (const read of await nodeReaders(session, names)) nodes.push(await read());
  return nodes;
};

/** Creates a reader per node, for commands that read each node in its turn: one named twice is read again. */
export const nodeReaders = async (session: Session, names: readonly string[]): Promise<readonly (() => Promise<Node>)[]> => {
  const selector = session.args.text("selector");
  if (selector || session.args.on("all")) {
    const nodes = await session.list<Node>(NODES, undefined, selector ? { labelSelector: selector } : {});
    return nodes.map((node) => async () => node);
  }
  return await Promise.all(names.map(async (name) => readerOf(session, ...(await namedBy(session, name)))));
};

/** Parses `node/name`, or the name of another kind. */
const namedBy = async (session: Session, word: string): Promise<[row: ResourceRow, name: string]> => {
  if (!word.includes("/")) return [NODES, word];
  const { kind, name } = splitPair(word);
  return [await requireKind(session, kind), name];
};

const readerOf = (session: Session, row: ResourceRow, name: string) => async (): Promise<Node> => {
  const object = await session.get<Node>(row, name, row.namespaced ? session.namespace : undefined);
  if (row.kind !== NODES.kind) throw new CommandFailure(`unexpected type *${row.version}.${row.kind}, expected Node`);
  return object;
};
