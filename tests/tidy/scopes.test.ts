import { DRAW_OPTIONS, GUARDED_FIELDS, type GuardedOption, RESET_OPTIONS, RPC_SCOPES, SCOPES } from "#env/server/trust/scopes.ts";
import { testBlock } from "./generated-document.ts";

const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

const callsOf = (scope: string): readonly string[] =>
  Object.entries(RPC_SCOPES)
    .filter(([, needed]) => needed === scope)
    .map(([rpc]) => rpc);

const KNOWING = `and ${code(callsOf("train"))}`;
const CALLS = { play: code(callsOf("play")), train: KNOWING, eval: KNOWING, holdout: KNOWING, admin: "all" } as const;

const optionRow = ({ option, tells }: GuardedOption<never>): string => row("option", option.replaceAll(/[A-Z]\w*\.\w+/g, "`$&`"), tells);

const fieldRows = (): readonly string[] =>
  Object.entries(GUARDED_FIELDS).flatMap(([message, fields]) =>
    Object.entries(fields).map(([name, why]) =>
      row("field", `\`${message}.${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}\``, why),
    ),
  );

testBlock({ path: "docs/operations.md", name: "scopes" }, () =>
  [
    row("scope", "allows", "calls"),
    row("---", "---", "---"),
    ...Object.entries(SCOPES).map(([scope, allows]) => row(`\`${scope}\``, allows, CALLS[scope as keyof typeof SCOPES])),
    "\n",
    row("", "only for who knows the task", "since"),
    row("---", "---", "---"),
    ...[...DRAW_OPTIONS, ...RESET_OPTIONS].map((option) => optionRow(option as GuardedOption<never>)),
    ...fieldRows(),
  ].join(""),
);
