/** Number of lines above which a file needs a reason. */
export const LINES_MAX = 300;

/**
 * Files that are longer, each with its current number of lines and the reason why it is not split.
 *
 * A ratchet: lower a number when a file shrinks; think of a split before raising one.
 */
export const LONG_FILES: Readonly<Record<string, { readonly lines: number; readonly reason: string }>> = {
  "shell/awk/awk-machine.ts": { lines: 488, reason: "one machine: statements, expressions and records share its variables" },
  "shell/awk/parse-awk.ts": { lines: 463, reason: "one grammar, read by one class" },
  "shell/interpreter/builtins.ts": { lines: 361, reason: "a table of small builtins, one after the other" },
  "shell/machine/descriptors.ts": { lines: 336, reason: "one table of descriptors: files, pipes and devices are read and written alike" },
  "shell/language/parse-script.ts": { lines: 417, reason: "one grammar, read by one class" },
  "sim/stores/sql/evaluate.ts": { lines: 354, reason: "one evaluator: a case for each kind of expression" },
  "sim/stores/sql/parse-expression.ts": { lines: 351, reason: "one grammar, in the order in which operators bind" },
  "sim/stores/postgres/client/meta-commands.ts": { lines: 356, reason: "a table of small commands, one after the other" },
  "sim/kernel/world.ts": { lines: 371, reason: "one world: time, state, forks and savepoints share what is private" },
  "tests/hostile/hostile-actions.ts": { lines: 388, reason: "a table: one entry for each hostile action" },
  "kube/schema/api-types.ts": { lines: 525, reason: "a table: one row for each type of the API" },
};
