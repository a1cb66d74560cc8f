import { changeRows } from "../../../sql/change-rows.ts";
import { findTable, runSelect } from "../../../sql/run-select.ts";
import type { DataStatement, FromItem } from "../../../sql/syntax.ts";
import { applyEffects } from "../apply-effects.ts";
import { commitSchemas } from "../commit.ts";
import { contextOf, type PgTurn } from "../postgres-context.ts";
import { answer, done, type PgReply } from "../postgres-reply.ts";
import { demandWritable } from "./demand-writable.ts";
import { takeLock, waitForRows } from "./take-lock.ts";

/** `SELECT`, `INSERT`, `UPDATE`, `DELETE`. */
export const runData = (turn: PgTurn, statement: DataStatement): PgReply => {
  const context = contextOf(turn);
  if (statement.kind === "select") {
    for (const { name } of tablesIn(statement.from)) {
      const [own = "", schema] = [name.parts.at(-1), name.parts.at(-2)];
      if (context.systemTable(schema, own) !== undefined) continue;
      const place = findTable(context, name);
      context.demand("SELECT", place.schema, place.name);
      takeLock(turn, `${place.schema}.${place.name}`, statement.isForUpdate ? "RowShareLock" : "AccessShareLock");
    }
    const result = runSelect(context, statement);
    applyEffects(turn);
    return answer(`SELECT ${result.rows.length}`, result);
  }
  demandWritable(turn, statement.kind.toUpperCase());
  const change = changeRows(context, statement);
  const place = `${change.place.schema}.${change.place.name}`;
  takeLock(turn, place, "RowExclusiveLock");
  waitForRows(turn, place, change.touched);
  const { transaction } = turn.session;
  const touched =
    transaction === undefined ? undefined : { ...transaction.touched, [place]: [...(transaction.touched[place] ?? []), ...change.touched] };
  commitSchemas(
    transaction === undefined || touched === undefined
      ? turn
      : { ...turn, session: { ...turn.session, transaction: { ...transaction, touched } } },
    change.schemas,
  );
  const tag = statement.kind === "insert" ? `INSERT 0 ${change.count}` : `${statement.kind.toUpperCase()} ${change.count}`;
  return change.returned === undefined ? done(tag) : answer(tag, change.returned);
};

const tablesIn = (from: FromItem | undefined): readonly Extract<FromItem, { readonly kind: "table" }>[] => {
  if (from === undefined) return [];
  if (from.kind === "join") return [...tablesIn(from.left), ...tablesIn(from.right)];
  if (from.kind === "query") return tablesIn(from.query.from);
  return from.kind === "table" ? [from] : [];
};
