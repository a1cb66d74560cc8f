import { type AclUser, applyRule, CATEGORIES, DEFAULT_USER, describeUser, NEW_USER, opens } from "./redis-acl.ts";
import { command, type RedisCommand } from "./redis-command.ts";
import { fail, integer, list, NIL, OK, type RedisReply, text } from "./redis-reply.ts";
import type { RedisTurn } from "./redis-turn.ts";

type Args = readonly string[];

/** Signs in: with a password alone as the default user. */
const authenticate = (turn: RedisTurn, args: Args): RedisReply => {
  const [name, password] = args.length === 1 ? ["default", args[0] ?? ""] : [args[0] ?? "", args[1] ?? ""];
  if (args.length > 2) return fail("ERR syntax error");
  const user = turn.state.users[name];
  if (args.length === 1 && user?.hasNoPassword === true)
    return fail(
      "ERR AUTH <password> called without any password configured for the default user. Are you sure your configuration is correct?",
    );
  if (user === undefined || !opens(user, password)) return fail("WRONGPASS invalid username-password pair or user is disabled.");
  turn.session = { ...turn.session, user: name };
  return OK;
};

const acl = (turn: RedisTurn, [sub = "", ...args]: Args): RedisReply => {
  const { users } = turn.state;
  switch (sub.toLowerCase()) {
    case "whoami":
      return text(turn.session.user ?? "default");
    case "users":
      return list(Object.keys(users).sort());
    case "list":
      return list(
        Object.keys(users)
          .sort()
          .map((name) => describeUser(name, users[name] ?? NEW_USER)),
      );
    case "cat":
      return list(CATEGORIES.filter((name) => name !== "all"));
    case "log":
      return list([]);
    case "getuser":
      return getUser(users[args[0] ?? ""]);
    case "setuser":
      return setUser(turn, args);
    case "deluser":
      return dropUsers(turn, args);
    case "save":
    case "load":
      return fail(
        `ERR This ${turn.state.version.product} instance is not configured to use an ACL file. You may want to specify users via the ACL SETUSER command and then issue a CONFIG REWRITE (assuming you have a ${turn.state.version.product} configuration file set) in order to store users in the ${turn.state.version.product} configuration.`,
      );
    default:
      return fail(`ERR unknown subcommand '${sub}'. Try ACL HELP.`);
  }
};

const getUser = (user: AclUser | undefined): RedisReply => {
  if (user === undefined) return NIL;
  const flags = [user.isOn ? "on" : "off", ...(user.hasNoPassword ? ["nopass"] : []), "sanitize-payload"];
  return list([
    "flags",
    list(flags),
    "passwords",
    list(user.passwords),
    "commands",
    user.commands.join(" "),
    "keys",
    user.keys.map((key) => `~${key}`).join(" "),
    "channels",
    user.channels.map((channel) => `&${channel}`).join(" "),
    "selectors",
    list([]),
  ]);
};

const setUser = (turn: RedisTurn, [name, ...rules]: Args): RedisReply => {
  if (name === undefined) return fail("ERR wrong number of arguments for 'acl|setuser' command");
  let user: AclUser = turn.state.users[name] ?? NEW_USER;
  for (const rule of rules) {
    const next = applyRule(user, rule, turn.isCommand);
    if (next === undefined)
      return fail(
        `ERR Error in ACL SETUSER modifier '${rule}': ${/^[+-]/.test(rule) ? "Unknown command or category name in ACL" : "Syntax error"}`,
      );
    user = next;
  }
  turn.state = { ...turn.state, users: { ...turn.state.users, [name]: user } };
  return OK;
};

const dropUsers = (turn: RedisTurn, names: Args): RedisReply => {
  if (names.includes("default")) return fail("ERR The 'default' user cannot be removed");
  const left = Object.fromEntries(Object.entries(turn.state.users).filter(([name]) => !names.includes(name)));
  const gone = Object.keys(turn.state.users).length - Object.keys(left).length;
  turn.state = { ...turn.state, users: { default: DEFAULT_USER, ...left } };
  return integer(gone);
};

/** Commands about users. */
export const ACL_COMMANDS: Readonly<Record<string, RedisCommand>> = {
  auth: command(-2, "c", authenticate),
  acl: command(-2, "a", acl),
};
