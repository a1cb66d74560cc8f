import { createRng, type Rng } from "#core/rng.ts";

/** A query or template that grows, and how an agent would send it. */
export type GrowingQuery =
  | { readonly kind: "tool"; readonly name: string; readonly arguments: Readonly<Record<string, string>> }
  | { readonly kind: "cel"; readonly source: string };

/** Makes a query of a seed that looks at more and more, or makes longer and longer texts, in one of the interpreters beside the shell's. */
export const growingQuery = (seed: number): GrowingQuery => {
  const rng = createRng(`growing-query/${seed}`);
  return rng.pick(Object.values(QUERIES))(rng);
};

const times = <T>(rng: Rng, most: number, make: (rng: Rng) => T): readonly T[] => Array.from({ length: rng.int(1, most) }, () => make(rng));
const kubectl = (command: string): GrowingQuery => ({ kind: "tool", name: "kubectl", arguments: { command: `kubectl ${command}` } });

const selector = (rng: Rng): string =>
  `{${rng.pick(['__name__=~".+"', '__name__=~".*_.*_.*", pod=~".+"', 'namespace!="", pod=~".*-.*-.+"', '__name__=~"(.*)(.*)(.+)"'])}}`;
const span = (rng: Rng): string => rng.pick(["5m", "1h", "24h"]);
const promql = (rng: Rng, depth = 0): string =>
  depth > 5
    ? selector(rng)
    : rng.pick([
        () => selector(rng),
        () => `label_replace(${promql(rng, depth + 1)}, "a", "$1$1$1", "${rng.pick(["a", "pod", "__name__"])}", "(.*)(.*)")`,
        () => `label_join(${promql(rng, depth + 1)}, "a", "${"-".repeat(rng.int(1, 90))}", "a", "a", "pod", "a")`,
        () => `quantile_over_time(0.9, ${selector(rng)}[${span(rng)}])`,
        () => `max_over_time((${promql(rng, depth + 1)})[${span(rng)}:${rng.pick(["1s", "30s", "5m"])}])`,
        () =>
          `(${promql(rng, depth + 1)}) ${rng.pick(["or", "and", "unless", "+ on(pod) group_left", "* ignoring(pod)"])} (${promql(rng, depth + 1)})`,
        () =>
          `${rng.pick(["sum", "count", "topk(9, ", 'count_values by (pod) ("v", '].map((name) => (name.includes("(") ? name : `${name} by (pod, a) (`)))}${promql(rng, depth + 1)})`,
        () => `sort(${promql(rng, depth + 1)})`,
        () => times(rng, 60, () => `count(${selector(rng)})`).join(" + "),
      ])();

const logStage = (rng: Rng): string =>
  rng.pick([
    '|~ "(a|b|.*)*x"',
    '|~ "(.*)(.*)(.*)y"',
    "| json",
    "| logfmt",
    '| label_format a="{{.a}}{{.a}}{{.pod}}"',
    '| line_format "{{.a}}{{__line__}}{{__line__}}"',
    '| regexp "(?P<a>.*)(?P<b>.*)"',
  ]);
const logql = (rng: Rng): string => {
  const lines = `{namespace=~".+"} ${times(rng, 14, logStage).join(" ")}`;
  return rng.pick([lines, `sum by (a) (count_over_time(${lines} [${span(rng)}]))`, `topk(3, rate(${lines} [1m]))`]);
};

const goPart = (rng: Rng, depth = 0): string =>
  depth > 4
    ? "{{.metadata.name}}"
    : rng.pick([
        () => `{{range ${rng.pick(["$.items", "$", "9999"])}}}${goPart(rng, depth + 1)}{{end}}`,
        () => `{{$x = print $x $x "${"y".repeat(rng.int(1, 60))}"}}`,
        () => `{{printf "%${rng.int(1, 9_000_000)}d" 1}}`,
        () => `{{$x = printf "%s%s%s" $x $x $x}}{{$x}}`,
        () => "{{html (js (urlquery $x))}}",
        () => `{{template "a" (print "x" $x)}}`,
        () => times(rng, 30, (own) => goPart(own, depth + 2)).join(""),
      ])();
const goTemplate = (rng: Rng): string =>
  `{{define "a"}}${rng.pick(["{{.}}{{.}}", '{{if lt (len .) 40}}{{template "a" (print . "x")}}{{template "a" (print . "y")}}{{end}}'])}{{end}}{{$x := "ab"}}${times(rng, 12, goPart).join("")}`;

const jsonpathPart = (rng: Rng): string =>
  rng.pick([
    "{..metadata}",
    "{.items[*]['metadata','spec','status']}",
    "{.items[*].metadata.labels.*}",
    "{range .items[*]}{$.items[*].metadata.name}{end}",
    "{.items[?(@.metadata.name!='x')]}",
    "{.items[*,*,*,*]}",
    "{..[*]}",
  ]);

const celPart = (rng: Rng, depth: number): string =>
  depth > 5
    ? "1"
    : rng.pick([
        () => `[1,2,3,4,5,6,7,8,9].map(v${depth}, ${celPart(rng, depth + 1)}).size()`,
        () => `cel.bind(t${depth}, "ab" + string(${celPart(rng, depth + 1)}), (t${depth} + t${depth} + t${depth}).size())`,
        () => `(${celPart(rng, depth + 1)} + ${celPart(rng, depth + 1)})`,
        () => `("a,b,c,d".split(",").join("${"x".repeat(rng.int(1, 200))}").replace("x", "yy")).size()`,
        () => `size([${times(rng, 40, (own) => celPart(own, depth + 2)).join(",")}])`,
      ])();

const sqlValue = (rng: Rng): string =>
  rng.pick([
    "repeat('ab', 9999999)",
    "concat(name, name, name)",
    "replace(repeat(name, 999), 'a', 'bbbb')",
    "upper(name)",
    "name || name || name",
    "1",
  ]);
const sql = (rng: Rng): string => {
  const table = "catalog.products";
  const from = Array.from({ length: rng.int(1, 6) }, (_, i) => `${table} t${i}`).join(", ");
  const columns = times(rng, 6, (own) => sqlValue(own).replaceAll("name", "t0.name")).join(", ");
  return `SELECT ${rng.pick([columns, "count(*)", "*"])} FROM ${from}${rng.pick(["", " ORDER BY t0.name", " WHERE t0.name LIKE '%a%b%c%d%'"])}`;
};

const mongo = (rng: Rng): string =>
  rng.pick([
    `db.getSiblingDB("geo-db").geo.find({"$or": [${times(rng, 200, () => '{"name": {"$regex": "(a|b|.*)*x"}}').join(",")}]}).toArray()`,
    `db.adminCommand({listDatabases: 1, filter: {${times(rng, 90, (own) => `"a${own.int(0, 99)}": ${"[".repeat(40)}1${"]".repeat(40)}`).join(",")}}})`,
    `for (var i = 0; i < 100000000; i++) { print(i) }`,
    `var s = "ab"; while (true) { s = s + s }; print(s)`,
    `db.x.insert([${times(rng, 300, () => '{"a": [1,2,3,{"b": "cccccccccccccccc"}]}').join(",")}]); db.x.find().sort({"a": 1}).toArray()`,
  ]);

/** Interpreters, each with a query of it. */
const QUERIES: Readonly<Record<string, (rng: Rng) => GrowingQuery>> = {
  promql: (rng) => ({ kind: "tool", name: "query_metrics", arguments: { query: promql(rng) } }),
  logql: (rng) => ({ kind: "tool", name: "query_logs", arguments: { query: logql(rng) } }),
  goTemplate: (rng) => kubectl(`get pods${rng.pick(["", " -A"])} -o go-template='${goTemplate(rng)}'`),
  jsonpath: (rng) =>
    kubectl(`get ${rng.pick(["pods", "pods,deployments,services -A"])} -o jsonpath="${times(rng, 12, jsonpathPart).join("")}"`),
  sorted: (rng) =>
    kubectl(
      `get pods -A --sort-by='${rng.pick(["{..name}", "{.spec.containers[*].env[*].value}", "{.spec..name}"])}' -o custom-columns='${times(rng, 20, () => "A:..name").join(",")}'`,
    ),
  cel: (rng) => ({ kind: "cel", source: `${celPart(rng, 0)} > 0` }),
  sql: (rng) => kubectl(`exec deploy/postgresql -- psql -U root -d otel -c "${sql(rng)}"`),
  mongo: (rng) => kubectl(`exec deploy/mongodb-geo -- mongo --quiet --eval '${mongo(rng)}'`),
};
