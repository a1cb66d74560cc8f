import { digestText } from "#core/digest.ts";
import { globToPattern } from "./glob.ts";

/** Permissions of a user, as `ACL SETUSER` built them up. */
export interface AclUser {
  readonly isOn: boolean;
  readonly hasNoPassword: boolean;
  /** SHA-256 in hex. */
  readonly passwords: readonly string[];
  readonly keys: readonly string[];
  readonly channels: readonly string[];
  /** Rules on commands in their order: `+@all`, `-@dangerous`, `+get`. */
  readonly commands: readonly string[];
}

/** User of connections without a login. */
export const DEFAULT_USER: AclUser = {
  isOn: true,
  hasNoPassword: true,
  passwords: [],
  keys: ["*"],
  channels: ["*"],
  commands: ["+@all"],
};

/** New user: off, and without permissions. */
export const NEW_USER: AclUser = { isOn: false, hasNoPassword: false, passwords: [], keys: [], channels: [], commands: ["-@all"] };

/** Applies one rule; undefined for one that does not exist. */
export const applyRule = (user: AclUser, rule: string, isCommand: (name: string) => boolean): AclUser | undefined => {
  const lower = rule.toLowerCase();
  const simple = SIMPLE[lower];
  if (simple !== undefined) return { ...user, ...simple };
  const rest = rule.slice(1);
  switch (rule[0]) {
    case ">":
      return { ...user, hasNoPassword: false, passwords: [...new Set([...user.passwords, passwordHash(rest)])] };
    case "<":
      return { ...user, passwords: user.passwords.filter((hash) => hash !== passwordHash(rest)) };
    case "#":
      return /^[0-9a-f]{64}$/.test(rest) ? { ...user, hasNoPassword: false, passwords: [...user.passwords, rest] } : undefined;
    case "~":
      return { ...user, keys: rest === "*" ? ["*"] : [...user.keys, rest] };
    case "&":
      return { ...user, channels: rest === "*" ? ["*"] : [...user.channels, rest] };
    case "+":
    case "-": {
      const name = lower.slice(1);
      const isKnown = name.startsWith("@") ? CATEGORIES.includes(name.slice(1)) : isCommand(name.split("|")[0] as string);
      if (!isKnown) return undefined;
      return { ...user, commands: name === "@all" ? [lower] : [...user.commands.filter((other) => other.slice(1) !== name), lower] };
    }
    default:
      return undefined;
  }
};

/** True when a password opens a user's account. */
export const opens = ({ isOn, hasNoPassword, passwords }: AclUser, password: string): boolean =>
  isOn && (hasNoPassword || passwords.includes(passwordHash(password)));

/** True when a user may run a command of some categories. */
export const mayRun = ({ commands }: AclUser, name: string, categories: readonly string[], sub?: string): boolean => {
  let may = false;
  for (const rule of commands) {
    const what = rule.slice(1);
    if (what === "@all" || what === name || what === `${name}|${sub}` || categories.some((category) => what === `@${category}`))
      may = rule.startsWith("+");
  }
  return may;
};

/** True when a user may touch a key. */
export const mayTouch = ({ keys }: AclUser, key: string): boolean =>
  keys.some((pattern) => pattern === "*" || globToPattern(pattern).test(key));

/** A user as `ACL LIST` prints it. */
export const describeUser = (name: string, user: AclUser): string =>
  [
    "user",
    name,
    user.isOn ? "on" : "off",
    ...(user.hasNoPassword ? ["nopass"] : user.passwords.map((hash) => `#${hash}`)),
    "sanitize-payload",
    ...user.keys.map((pattern) => `~${pattern}`),
    ...(user.channels.length === 0 ? ["resetchannels"] : user.channels.map((pattern) => `&${pattern}`)),
    ...user.commands,
  ].join(" ");

/** The hash that a password is kept as. */
export const passwordHash = (password: string): string => digestText(password).slice("sha256:".length);

/** Groups of commands. */
export const CATEGORIES: readonly string[] =
  "keyspace read write set sortedset list hash string bitmap hyperloglog geo stream pubsub admin fast slow blocking dangerous connection transaction scripting all".split(
    " ",
  );

const SIMPLE: Readonly<Record<string, Partial<AclUser>>> = {
  on: { isOn: true },
  off: { isOn: false },
  nopass: { hasNoPassword: true, passwords: [] },
  resetpass: { hasNoPassword: false, passwords: [] },
  allkeys: { keys: ["*"] },
  resetkeys: { keys: [] },
  allchannels: { channels: ["*"] },
  resetchannels: { channels: [] },
  allcommands: { commands: ["+@all"] },
  nocommands: { commands: ["-@all"] },
  "sanitize-payload": {},
  "skip-sanitize-payload": {},
  reset: NEW_USER,
};
