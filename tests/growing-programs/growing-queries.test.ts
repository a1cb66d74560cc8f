import { expect, test } from "vitest";
import { spendFrom, within } from "#core/work-budget.ts";
import { parseOutput, renderOutput } from "#kubectl/print/output.ts";
import { compileCel, isProgram } from "#sim/apiserver/policy/cel/compile.ts";
import { tojson } from "#sim/stores/mongo/client/tojson.ts";
import { compileTemplate } from "#sim/telemetry/logql/line-template.ts";
import { makeLabels } from "#sim/telemetry/promql/labels.ts";
import { queryInstant } from "#sim/telemetry/promql/query.ts";
import { growingQuery } from "./growing-query.ts";
import { openQueryPlayer } from "./play-query.ts";

const UNITS = 8 * 1024 * 1024;
/** Number of seeds; `npm run fuzz:programs -- --what queries` takes 5,000. */
const SEEDS = 150;
const DOUBLINGS = 40;
const PODS = { kind: "PodList", items: Array.from({ length: 300 }, (_, at) => ({ metadata: { name: `p${at}`, labels: { a: "b" } } })) };

const render = (output: string, value: unknown = PODS) => renderOutput(parseOutput(output) as Parameters<typeof renderOutput>[0], value);

test.each([
  ["a variable that doubles", `go-template={{$x := "ab"}}${"{{$x = print $x $x}}".repeat(DOUBLINGS)}{{$x}}`],
  ["ranges in ranges", "go-template={{range .items}}{{range $.items}}{{range $.items}}{{.metadata.name}}{{end}}{{end}}{{end}}"],
  ["ranges over numbers", "go-template={{range 9999}}{{range 9999}}x{{end}}{{end}}"],
  [
    "a template that calls itself twice",
    'go-template={{define "a"}}{{if .}}{{template "a" (slice . 1)}}{{template "a" (slice . 1)}}{{end}}{{end}}{{template "a" "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}}',
  ],
  ["a wide number", 'go-template={{printf "%90000000d" 1}}'],
  ["every value below every value", `jsonpath={.a${"[*]".repeat(30)}}`],
  ["columns of every value", `custom-columns=A:.a${"[*]".repeat(30)}`],
])("%s ends as too much work", (_what, output) => {
  const deep = Array.from({ length: 31 }).reduce((inner: unknown) => [inner, inner], 1);
  expect(() => render(output, output.startsWith("go-template") ? PODS : { a: deep })).toThrow("longer texts");
});

test("templates of one list go on as before", () => {
  expect(render("jsonpath={.items[*].metadata.name}")).toBe(PODS.items.map(({ metadata }) => metadata.name).join(" "));
});

test("a label that doubles is more than a query may make", () => {
  const series = [
    {
      labels: makeLabels([
        ["__name__", "up"],
        ["a", "xy"],
      ]),
      timesMs: [0],
      values: [1],
    },
  ];
  const query = Array(DOUBLINGS)
    .fill(0)
    .reduce((inner: string) => `label_replace(${inner}, "a", "$1$1", "a", "(.*)")`, "up");
  const result = within(UNITS, () => queryInstant(query, { select: () => series }, 0));
  expect(result).toEqual({ ok: false, error: { errorType: "execution", message: expect.stringContaining("too many samples") } });
});

test("a line that doubles is more than a query may make", () => {
  const twice = compileTemplate("{{.a}}{{.a}}");
  const double = () =>
    Array(DOUBLINGS)
      .fill(0)
      .reduce((a: string) => twice({ line: "", labels: { a } }), "xy");
  expect(() => within(UNITS, double)).toThrow("longer texts");
});

test.each([
  [
    "a list in lists",
    "[1,2,3,4,5,6,7,8,9].all(a, [1,2,3,4,5,6,7,8,9].all(b, [1,2,3,4,5,6,7,8,9].all(c, [1,2,3,4,5,6,7,8,9].all(d, [1,2,3,4,5,6,7,8,9].all(e, [1,2,3,4,5,6,7,8,9].all(f, [1,2,3,4,5,6,7,8,9].all(g, a + b + c + d + e + f + g > 0)))))))",
  ],
  [
    "a text that doubles",
    Array.from({ length: DOUBLINGS }, (_, at) => at)
      .reduceRight((inner, at) => `cel.bind(x${at + 1}, x${at} + x${at}, ${inner})`, `x${DOUBLINGS} == ""`)
      .replace(/^/, 'cel.bind(x0, "ab", ')
      .concat(")"),
  ],
])("%s costs more than the server allows", (_what, source) => {
  const program = compileCel(source);
  if (!isProgram(program)) throw new Error(program.problem);
  expect(() => program.run({})).toThrow("actual cost limit exceeded");
});

test("what each of many queries that grow says is an observation", async () => {
  const play = await openQueryPlayer();
  const bad: string[] = [];
  for (let seed = 0; seed < SEEDS; seed++) {
    const { says } = await play(growingQuery(seed));
    if (/ENV_ERROR|SLOT_LOST|^undefined/.test(says)) bad.push(`seed ${seed}: ${says}`);
  }
  expect(bad).toEqual([]);
});

test("a document of shared parts is as long as it is printed", () => {
  const shared = Array.from({ length: DOUBLINGS }).reduce((inner: unknown) => [inner, inner], 1);
  expect(() => spendFrom({ left: UNITS }, () => tojson(shared))).toThrow("longer texts");
});
