import { planSolve } from "../../../processes/plan-solve.ts";
import type { Schemas } from "../../sql/tables.ts";
import { sessionOf, setSession } from "./live-session.ts";
import { type PgCluster, postgresStore } from "./postgres-cluster.ts";
import type { PgTurn } from "./postgres-context.ts";

/** Stores a statement's changes of the cluster, which programs notice. */
export const commitCluster = ({ world, server, state }: PgTurn, cluster: PgCluster): void => {
  postgresStore.setDataIn(postgresStore.folder(world, server, state), cluster);
  planSolve(world);
};

/** Stores a statement's changes of the tables: in its transaction, or at once. */
export const commitSchemas = (turn: PgTurn, schemas: Schemas): void => {
  const { session, cluster, world, server } = turn;
  if (session.transaction !== undefined) {
    const current = sessionOf(world, server, session.pid) ?? session;
    setSession(world, server, { ...current, transaction: { ...session.transaction, schemas } });
    return;
  }
  const database = cluster.databases[session.database];
  if (database !== undefined && database.schemas !== schemas)
    commitCluster(turn, { ...cluster, databases: { ...cluster.databases, [session.database]: { ...database, schemas } } });
};
