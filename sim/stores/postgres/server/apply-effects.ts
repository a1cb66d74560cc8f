import { printLines } from "../../../processes/process-output.ts";
import { endPooled } from "../../runtime/pooled-connections.ts";
import { setSession, wake, wakeWaiting } from "./live-session.ts";
import { postgresStore } from "./postgres-cluster.ts";
import type { PgTurn } from "./postgres-context.ts";
import { postgresLine } from "./postgres-log.ts";
import { readHba } from "./sign-in.ts";

/** Ends sessions, stops their statements, reads files again: what functions of the statement asked for. */
export const applyEffects = ({ world, server, session, effects }: PgTurn): void => {
  for (const { kind, pid } of effects) {
    const state = postgresStore.state(world, server);
    if (state === undefined) return;
    const target = state.sessions[pid];
    const ends = kind === "terminate" && (target !== undefined || endPooled(world, server.process, pid));
    if (kind === "reload") {
      printLines(
        world,
        server.process,
        [postgresLine(world.nowMs(), 1, "LOG", "received SIGHUP, reloading configuration files")],
        "stderr",
      );
      postgresStore.setState(world, server, { ...state, hba: readHba(world, server, state) });
    } else if (ends) {
      const { [pid]: _gone, ...sessions } = state.sessions;
      postgresStore.setState(world, server, { ...state, sessions });
      printLines(
        world,
        server.process,
        [postgresLine(world.nowMs(), pid, "FATAL", "terminating connection due to administrator command")],
        "stderr",
      );
      if (target !== undefined && pid !== session.pid) wake(world, target.home);
      wakeWaiting(world, server);
    } else if (target?.pending !== undefined) {
      const transaction = target.transaction === undefined ? undefined : { ...target.transaction, isFailed: true };
      setSession(world, server, { ...target, pending: undefined, transaction });
      wake(world, target.home);
    }
  }
};
