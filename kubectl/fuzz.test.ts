import fc from "fast-check";
import { expect, test } from "vitest";
import { readLine } from "#env/actions/kubectl/line/read-line.ts";
import { runLine } from "#env/actions/kubectl/line/run-line.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { COMMANDS } from "./command-line/command-table.ts";
import { runKubectl } from "./run-kubectl.ts";

const clock = { nowMs: () => 0, sleep: async () => {}, until: async (predicate: () => Promise<boolean>) => predicate() };
const nothing = {
  status: 404,
  body: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", reason: "NotFound", message: "not found", code: 404 },
};

/** A server that has nothing at all. */
const cluster = {
  clock,
  read: async () => nothing,
  write: async () => nothing,
  exec: async () => ({ exitCode: undefined, stdout: "", stderr: "", error: "no pod" }),
  attach: async () => ({ exitCode: undefined, stdout: "", stderr: "", error: "no pod" }),
  revision: () => undefined,
} as unknown as ClusterPort;

const flags = [...new Set(COMMANDS.flatMap((command) => [...command.flags.keys()]))].map((name) =>
  name.length === 1 ? `-${name}` : `--${name}`,
);
const word = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom("pods", "pod/a", "deploy", "a", "b=c", "d-", "-", "--", "all", "svc,ep", "/", "a/b/c", "*", "", "="),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...flags), fc.constantFrom("", "=", "=1", "=x", "=true", "={.a}", "=1s"))
      .map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
);
const line = fc
  .tuple(fc.constantFrom(...COMMANDS.map(({ path }) => path)), fc.array(word, { maxLength: 6 }))
  .map(([path, words]) => [...path.split(" "), ...words]);

// A failing run prints its seed and path; give both to fc.assert to see it again.
test("any command line ends with an exit code, and a failure with a text", async () => {
  await fc.assert(
    fc.asyncProperty(line, fc.option(fc.string()), async (words, stdin) => {
      const result = await runKubectl({ cluster, namespace: "shop", timeoutMs: 1_000, stdin: stdin ?? undefined }, words);
      expect(Number.isInteger(result.exitCode)).toBe(true);
      if (result.exitCode !== 0 && !words.includes("-q") && !words.some((given) => given.startsWith("--quiet")))
        expect(result.stdout + result.stderr).not.toBe("");
      expect(result.hadEffect).toBe(false);
    }),
    { numRuns: 1_500 },
  );
});

const shellText = fc.array(
  fc.oneof(
    fc.constantFrom(
      "kubectl get pods",
      " | ",
      "grep x",
      "awk '{print $1}'",
      "jq .a",
      " && ",
      " || ",
      ";",
      "\n",
      "<<EOF",
      "\nEOF\n",
      "2>&1",
      "'",
      '"',
      "\\",
      "$(",
      "&",
      "#",
      "true",
      "sleep 1",
      "sed -n 2p",
    ),
    fc.string({ unit: "grapheme", maxLength: 6 }),
  ),
  { maxLength: 12 },
);

/** A kubectl that prints its words. */
const echo = {
  kubectl: async ({ words }: { readonly words: readonly string[] }) => ({
    stdout: `${words.join(" ")}\n`,
    stderr: "",
    exitCode: 0,
    hadEffect: false,
    waitedTooLong: false,
  }),
  nowMs: () => 0,
  sleep: async () => {},
  stdin: undefined,
};

test("any text is run to its end or refused with a sentence", async () => {
  await fc.assert(
    fc.asyncProperty(shellText, async (parts) => {
      const reading = readLine(parts.join(""));
      if (!reading.ok) expect(reading.problem).not.toBe("");
      else
        expect(Number.isInteger((await runLine(reading.line, { ...echo, sleep: async () => Promise.reject(LIMIT) })).exitCode)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

/** The end of the time that a line may wait. */
const LIMIT = Object.assign(new Error("too long"), { name: "WaitLimitReached" });

const filters = fc.constantFrom("grep", "head", "tail", "wc", "sort", "uniq", "cut", "cat", "tr", "base64", "awk", "jq", "sed", "column");
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

test("any filter with any arguments ends", async () => {
  await fc.assert(
    fc.asyncProperty(
      filters,
      fc.array(fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom("-n", "-r", "1p", "{print $1}", ".a[]", "s/a/b/")), { maxLength: 3 }),
      fc.string(),
      async (name, args, input) => {
        const reading = readLine(`kubectl ${quote(input)} | ${[name, ...args].map(quote).join(" ")}`);
        if (!reading.ok) expect(reading.problem).not.toBe("");
        else
          expect(Number.isInteger((await runLine(reading.line, { ...echo, sleep: async () => Promise.reject(LIMIT) })).exitCode)).toBe(
            true,
          );
      },
    ),
    { numRuns: 2_000 },
  );
});
