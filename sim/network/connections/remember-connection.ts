import { isSameJson } from "#core/canonical-json.ts";
import { type RecordedRead, readsHold, recordRead, recordReads } from "../../kernel/recorded-reads.ts";
import type { World } from "../../kernel/world.ts";
import { changedSubjects, type NetworkState, networkState } from "../network-changes.ts";
import { networkFrameRevision, networkRevision } from "../network-revision.ts";
import type { ConnectionTarget } from "./connection.ts";

/** Caller, host and port of a connection. */
export interface Question<Q> {
  /** Equal texts ask for the same. */
  readonly caller: string;
  readonly destination: string;
  /** Details for `find`. */
  readonly details: Q;
}

/** Answers a question anew. It outlives the world that it was first asked in, so it must not hold on to one. */
type Find<Q> = (world: World, details: Q) => readonly ConnectionTarget[];

/** Targets of a connection: from memory while nothing changed that they depend on, else from `find`. */
export const rememberConnection = <Q>(world: World, question: Question<Q>, find: Find<Q>): readonly ConnectionTarget[] => {
  const connection = connectionFor(world, question, find);
  recordRead(connection);
  return connection.targets;
};

/** Answer, and the reads that it depends on. */
interface Connection {
  readonly kind: "answer";
  readonly targets: readonly ConnectionTarget[];
  readonly reads: readonly RecordedRead[];
  readonly holds: (world: World) => boolean;
}

const connectionFor = <Q>(world: World, question: Question<Q>, find: Find<Q>): Connection => {
  const generation = world.memo<Generation>("network/connections", networkRevision(world), (before) => nextGeneration(world, before));
  const { caller, destination, details } = question;
  let ofCaller = generation.fresh.get(caller);
  if (ofCaller === undefined) {
    ofCaller = new Map();
    generation.fresh.set(caller, ofCaller);
  }
  let connection = ofCaller.get(destination);
  if (connection !== undefined) return connection;
  connection = recall(world, generation, caller, destination);
  if (connection === undefined) {
    const { value, reads } = recordReads(() => find(world, details));
    connection = createConnection(question, find, value, reads);
  }
  ofCaller.set(destination, connection);
  return connection;
};

/** Makes a kept connection; it holds while repeating its reads gives the same answers. */
const createConnection = <Q>(
  question: Question<Q>,
  find: Find<Q>,
  targets: readonly ConnectionTarget[],
  reads: readonly RecordedRead[],
): Connection => ({
  kind: "answer",
  targets,
  reads,
  holds: (world) => isSameJson(connectionFor(world, question, find).targets, targets),
});

/** Answers by caller and destination. */
type Connections = Map<string, Map<string, Connection>>;

/** Connections found since the network last changed, and those from before the last few changes. */
interface Generation {
  readonly frame: number;
  readonly state: NetworkState;
  readonly fresh: Connections;
  readonly stale: readonly Former[];
}

/** Connections of a former generation. */
interface Former {
  readonly connections: Connections;
  /** Subjects that have changed since. */
  readonly changed: ReadonlySet<string>;
}

const nextGeneration = (world: World, before: Generation | undefined): Generation => {
  const [frame, state] = [networkFrameRevision(world), networkState(world)];
  if (before === undefined || before.frame !== frame) return { frame, state, fresh: new Map(), stale: [] };
  const changed = changedSubjects(before.state, state);
  const older = before.stale.slice(0, GENERATIONS_KEPT - 1);
  const stale = [
    { connections: before.fresh, changed },
    ...older.map((former) => ({ ...former, changed: new Set([...former.changed, ...changed]) })),
  ];
  return { frame, state, fresh: new Map(), stale };
};

/** Number of former generations kept: a pod that restarts brings the network back to an earlier state. */
const GENERATIONS_KEPT = 4;

/** An answer from before a change holds when the change touched nothing that it was made from. */
const recall = (world: World, { stale }: Generation, caller: string, destination: string): Connection | undefined => {
  for (const { connections, changed } of stale) {
    const known = connections.get(caller)?.get(destination);
    if (known !== undefined && readsHold(world, known.reads, changed)) return known;
  }
  return undefined;
};
