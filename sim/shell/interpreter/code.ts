import type { World } from "../../kernel/world.ts";
import { type Code, compile } from "../language/compile.ts";
import { type Parsed, parseScript } from "../language/parse-script.ts";

/** The steps of a script, or what the shell says of it: a pure function of the text, so it never goes out of date. */
export const codeOf = (world: World, text: string): CompiledScript =>
  world.memo(`shell/code ${text}`, 0, () => {
    const parsed = parseScript(text);
    return parsed.ok ? { ok: true, code: compile(parsed.node) } : parsed;
  });

export type CompiledScript = { readonly ok: true; readonly code: Code } | Extract<Parsed, { readonly ok: false }>;
