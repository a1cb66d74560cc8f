import { keepUpTo } from "#core/keep-up-to.ts";
import { type Code, compile } from "../language/compile.ts";
import { type Parsed, parseScript } from "../language/parse-script.ts";

/** Returns the steps of a script, or the shell's complaint about it. */
export const codeOf = (text: string): CompiledScript => {
  if (text === last?.text) return last.code;
  last = { text, code: compiled(text, compileText) };
  return last.code;
};

export type CompiledScript = { readonly ok: true; readonly code: Code } | Extract<Parsed, { readonly ok: false }>;

const compileText = (text: string): CompiledScript => {
  const parsed = parseScript(text);
  return parsed.ok ? { ok: true, code: compile(parsed.node) } : parsed;
};

/** The script that is being stepped through; it may be too long to be kept among the others. */
let last: { readonly text: string; readonly code: CompiledScript } | undefined;

/** Probes and hooks run the same few scripts again and again. */
const compiled = keepUpTo<string, CompiledScript>(512);
