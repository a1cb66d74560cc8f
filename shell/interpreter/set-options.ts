import type { Builtin, BuiltinCall } from "./builtins.ts";
import { OPTION_LETTERS } from "./option-letters.ts";
import { endShell } from "./shell-ends.ts";

/** `set`: options, positional parameters, or all variables as they could be read back. */
export const setOptions: BuiltinCall = (call) => {
  const { shell, args } = call;
  if (args.length === 0) {
    for (const key of Object.keys(shell.variables)
      .filter((name) => /^\w+$/.test(name))
      .sort())
      say(call, `${key}='${(shell.variables[key]?.value ?? "").replaceAll("'", "'\"'\"'")}'\n`);
    return 0;
  }
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at] as string;
    if (arg === "--" || !/^[-+]/.test(arg) || arg === "-") break;
    if (/^[-+]o$/.test(arg) && args[at + 1] === undefined) {
      for (const [option, letter] of Object.entries(OPTION_LETTERS))
        say(
          call,
          arg === "-o"
            ? `${option.padEnd(16)}${shell.options.includes(letter) ? "on" : "off"}\n`
            : `set ${shell.options.includes(letter) ? "-" : "+"}o ${option}\n`,
        );
      return 0;
    }
    const flags = /^[-+]o$/.test(arg) ? OPTION_LETTERS[args[++at] as string] : arg.slice(1);
    if (flags === undefined) return complain(call, `line 0: illegal option -o ${args[at]}`);
    if (/[^abefhimnuvxCEIV|]/.test(flags)) {
      shell.status = complain(call, `line 0: illegal option -${/[^abefhimnuvxCEIV|]/.exec(flags)?.[0]}`, 2);
      if (shell.source === "prompt") return 2;
      endShell(call.machine, call.proc, shell);
      return undefined;
    }
    const rest = [...shell.options].filter((option) => !flags.includes(option)).join("");
    shell.options = arg.startsWith("-") ? rest + flags : rest;
  }
  if (args[at] === "--") shell.parameters = args.slice(at + 1);
  else if (at < args.length) shell.parameters = args.slice(at);
  return 0;
};

const say = ({ machine, proc }: Builtin, text: string): void => void machine.write(proc, 1, text);

const complain = ({ machine, proc, shell }: Builtin, message: string, status = 1): number => {
  machine.write(proc, 2, `${shell.name}: set: ${message}\n`);
  return status;
};
