import type { TokenReader } from "../../../sql/read-tokens.ts";
import { setSession } from "../live-session.ts";
import type { PgTurn } from "../postgres-context.ts";
import { refuse } from "../postgres-error.ts";
import { answer, done, type PgReply } from "../postgres-reply.ts";
import { isFixed, isSetting, needsRestart, settingNames, settingOf } from "../postgres-settings.ts";
import { readValue } from "./read-setting.ts";

/** `SHOW`. */
export const showSetting = (turn: PgTurn, reader: TokenReader): PgReply => {
  const { state, cluster, session } = turn;
  if (reader.takeWord("all")) {
    reader.expectEnd();
    const rows = settingNames().map((name) => [name, settingOf(state, cluster, name, session) ?? "", ""]);
    return answer("SHOW", { columns: ["name", "setting", "description"].map((name) => ({ name, type: "text" })), rows });
  }
  const name = reader.qualifiedName().parts.join(".").toLowerCase();
  reader.expectEnd();
  const value = settingOf(state, cluster, name, session);
  if (value === undefined) throw refuse("42704", `unrecognized configuration parameter "${name}"`);
  return answer("SHOW", { columns: [{ name, type: "text" }], rows: [[value]] });
};

/** `SET`, `SET ROLE`, `SET TRANSACTION`. */
export const setSetting = (turn: PgTurn, reader: TokenReader): PgReply => {
  const { session, world, server, cluster } = turn;
  reader.takeOneOf("session", "local");
  if (reader.takeWord("role")) {
    const name = reader.takeWord("none") ? session.sessionUser : reader.name();
    reader.expectEnd();
    if (cluster.roles[name] === undefined) throw refuse("22023", `role "${name}" does not exist`);
    setSession(world, server, { ...session, user: name });
    return done("SET");
  }
  if (reader.takeWord("transaction")) {
    const isReadOnly = reader.takeWord("read", "only");
    if (!isReadOnly) reader.expectWord("read", "write");
    reader.expectEnd();
    if (session.transaction !== undefined) setSession(world, server, { ...session, transaction: { ...session.transaction, isReadOnly } });
    return done("SET");
  }
  const name = reader.qualifiedName().parts.join(".").toLowerCase();
  if (!isSetting(name)) throw refuse("42704", `unrecognized configuration parameter "${name}"`);
  const value = readValue(reader, name);
  reader.expectEnd();
  if (isFixed(name)) throw refuse("55P02", `parameter "${name}" cannot be changed`);
  if (needsRestart(name)) throw refuse("55P02", `parameter "${name}" cannot be changed without restarting the server`);
  const { [name]: _before, ...others } = session.settings;
  setSession(world, server, { ...session, settings: value === undefined ? others : { ...others, [name]: value } });
  return done("SET");
};

/** `RESET`. */
export const resetSetting = (turn: PgTurn, reader: TokenReader): PgReply => {
  const { session, world, server } = turn;
  const name = reader.takeWord("all") ? undefined : reader.qualifiedName().parts.join(".").toLowerCase();
  reader.expectEnd();
  const { [name ?? ""]: _before, ...others } = session.settings;
  setSession(world, server, {
    ...session,
    user: name === "role" ? session.sessionUser : session.user,
    settings: name === undefined ? {} : others,
  });
  return done("RESET");
};
