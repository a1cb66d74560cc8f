import type { Builtin, BuiltinCall } from "./builtins.ts";
import { quoteWord } from "./quote-words.ts";

/** Kept for `alias` and `type`: a script is parsed before any of its aliases is known, so none is expanded. */
const setAliases: BuiltinCall = (call) => {
  const { machine, proc, shell, args } = call;
  if (args.length === 0) for (const [name, text] of Object.entries(shell.aliases)) machine.write(proc, 1, `${name}=${quoteWord(text)}\n`);
  let status = 0;
  for (const arg of args) {
    const equals = arg.indexOf("=");
    const known = shell.aliases[arg];
    if (equals > 0) shell.aliases = { ...shell.aliases, [arg.slice(0, equals)]: arg.slice(equals + 1) };
    else if (known !== undefined) machine.write(proc, 1, `${arg}=${quoteWord(known)}\n`);
    else status = notFound(call, arg);
  }
  return status;
};

const notFound = ({ machine, proc, name }: Builtin, what: string): number => {
  machine.write(proc, 2, `${name}: ${what} not found\n`);
  return 1;
};

const removeAliases: BuiltinCall = (call) => {
  const { shell, args } = call;
  if (args[0] === "-a") shell.aliases = {};
  let status = 0;
  for (const arg of args.filter((word) => word !== "-a")) {
    if (shell.aliases[arg] === undefined) status = notFound(call, arg);
    const { [arg]: _gone, ...rest } = shell.aliases;
    shell.aliases = rest;
  }
  return status;
};

/** `alias` and `unalias`. */
export const ALIAS_BUILTINS: Readonly<Record<string, BuiltinCall>> = { alias: setAliases, unalias: removeAliases };
