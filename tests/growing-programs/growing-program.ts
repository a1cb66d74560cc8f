import { createRng, type Rng } from "#core/rng.ts";

/** Makes a command line of a seed that makes longer and longer texts, or does more and more rounds, in one of the interpreters of a shell. */
export const growingProgram = (seed: number): string => {
  const rng = createRng(`growing-program/${seed}`);
  const make = rng.pick(Object.values(PROGRAMS));
  return Array.from({ length: rng.int(1, 3) }, () => make(rng)).join(rng.pick(["; ", " | ", " && "]));
};

const times = (rng: Rng, most: number): number => rng.int(1, most);
const repeated = (rng: Rng, most: number, part: (rng: Rng) => string, between: string): string =>
  Array.from({ length: times(rng, most) }, () => part(rng)).join(between);
const word = (rng: Rng): string => rng.pick(["a", "1", "x y", "0.5", "é", "aaaaaaaaaaaaaaaaaaaaaaaa"]);
const pattern = (rng: Rng): string => rng.pick([".", ".*", "a|b|1", "[a-z]", "(a|1)*", "x*", "$", "(.)(.)", "[^ ]+"]);
const source = (rng: Rng): string =>
  rng.pick([`echo '${word(rng)}'`, `seq 1 ${rng.pick([10, 1_000, 30_000, 90_000])}`, `printf '%${rng.int(1, 70_000)}d' 1`]);

const awkValue = (rng: Rng): string =>
  rng.pick([
    "s",
    "s s",
    "s t s",
    "$0",
    "s $0",
    "length(s)",
    "toupper(s s)",
    "substr(s, 2)",
    'sprintf("%s%s%9999s", s, t, s)',
    "a[n]",
    "n++",
  ]);
const awkStatement = (rng: Rng): string =>
  rng.pick([
    () => `s=${awkValue(rng)}`,
    () => `t=${awkValue(rng)}`,
    () => `a[${awkValue(rng)}]=${awkValue(rng)}`,
    () => `gsub(/${pattern(rng)}/, "${rng.pick(["&&", "&x&", "", "ab"])}"${rng.pick(["", ", s", ", t"])})`,
    () => `n=split(${awkValue(rng)}, a, "${rng.pick(["", " ", "a", "[0-9]"])}")`,
    () => `print ${awkValue(rng)}`,
    () => `$${rng.int(1, 90_000)}=s`,
    () => `while (${awkValue(rng)} != "") { ${awkStatement(rng)}; n++ }`,
    () => `for (k in a) { ${awkStatement(rng)} }`,
    () => `for (i = 0; i < ${rng.pick([50, 5_000, 1_000_000])}; i++) { ${awkStatement(rng)} }`,
    () => `f(${rng.int(1, 400)})`,
  ])();
const sedCommand = (rng: Rng): string =>
  rng.pick([
    () => `s/${pattern(rng)}/${rng.pick(["&&", "&x&", "yy", "\\n&"])}/g`,
    () => rng.pick(["H", "G", "h", "x", "p", "N", "y/a1/bc/"]),
  ])();
const jqStep = (rng: Rng): string =>
  rng.pick([
    ".+.",
    "[.,.]",
    "[.[],.[]]",
    "{a:.,b:.}",
    "tojson",
    "tostring",
    '"\\(.)\\(.)"',
    "sort",
    "unique",
    "[.]",
    "flatten",
    "map(.)",
    "[.[]|.,.]",
    ".==.",
    "@base64",
  ]);

/** Interpreters, each with a program of it. */
const PROGRAMS: Readonly<Record<string, (rng: Rng) => string>> = {
  awk: (rng) =>
    `${source(rng)} | awk 'function f(m) { if (m > 0) { f(m-1); f(m-1); ${awkStatement(rng)} } } BEGIN { s="${word(rng)}"; t=s } { ${repeated(rng, 5, awkStatement, "; ")} }'`,
  sed: (rng) => `${source(rng)} | ${repeated(rng, 15, (own) => `sed -E '${repeated(own, 4, sedCommand, ";")}'`, " | ")}`,
  jq: (rng) => `echo '${rng.pick(['"a"', "[1,2]", '{"a":[1,"b"]}'])}' | jq '${repeated(rng, 45, jqStep, "|")}'`,
  printf: (rng) =>
    `printf '%${rng.int(1, 70_000)}${rng.pick(["d", "s", "f", "x"])}${word(rng)}' $(seq 1 ${rng.pick([10, 1_000, 20_000])}) | wc -c`,
  tr: (rng) =>
    `${source(rng)} | ${repeated(rng, 8, (own) => `tr ${own.pick(["-s ", "-d ", "", "-c "])}'${own.pick(["a-z", "0-9", "\\n", "a-z0-9A-Z"])}' '${own.pick(["x", "A-Z", "\\n"])}'`, " | ")}`,
  shell: (rng) =>
    `s=${rng.pick(["a", "1"])}; ${rng.pick(["while true", "for i in $(seq 1 5000)"])}; do s=${rng.pick(["$s$s", '"$s x"', `"\${s//a/aa}"`, "$((s * 3))"])}; ${rng.pick([":", "echo $s", "echo $s | wc -c"])}; done`,
};
