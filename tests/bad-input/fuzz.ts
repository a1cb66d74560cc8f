import { parseArgs } from "node:util";
import { createRng, type Rng } from "#core/rng.ts";
import { LEFT_OUT, withChangedPart } from "#sim/apiserver/http/wire/changed-parts.cases.ts";
import { bodyOf, send } from "#sim/apiserver/http/wire/send.cases.ts";
import { SOUND_BODIES } from "#sim/apiserver/http/wire/sound-bodies.cases.ts";
import { createTestWorld } from "#sim/apiserver/testing/create-test-world.ts";
import { exchange, withoutPlace } from "./exchange.ts";
import { realServer } from "./real-server.ts";

const USAGE = `node tests/bad-input/fuzz.ts [--seed N] [--count N] [--kinds pods,services]

Changes one part of a sound object at random, creates it as a dry run in the cluster of KUBEDRILL_TEST_KUBECONFIG
and in a simulated one, and prints where the two answer otherwise. Makes the namespace shop where it is not there.
`;

/** Replacements for a part of an object. */
const OTHERS: readonly unknown[] = [
  ...[LEFT_OUT, LEFT_OUT, null, true, -1, 0, 1.5, 70_000, 99_999_999_999],
  ...[
    "",
    "x",
    "Bad_Name",
    "UPPER",
    "a b",
    "1Gi",
    "-1",
    "0.5",
    "100%",
    "150%",
    "%",
    "10.0.0.1",
    "/abs",
    "../up",
    "a".repeat(64),
    "a".repeat(260),
  ],
  ...[[], {}, [null], [{}], ["x"], { a: null }, { a: "b" }, { "a/b/c": "d" }],
];

/** Paths of kinds without dry run, or whose answer is computed from the request. */
const UNFIT = /\/pods\/x\/|reviews$/;

const QUERY = "dryRun=All&fieldValidation=Strict";

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      count: { type: "string", default: "1000" },
      kinds: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return console.log(USAGE);
  const kinds = values.kinds?.split(",");
  const bodies = SOUND_BODIES.filter(([path]) => !UNFIT.test(path) && (kinds?.includes(path.split("/").at(-1) ?? "") ?? true));
  const api = realServer();
  await exchange(api, { title: "namespace", method: "POST", path: "/api/v1/namespaces", body: { metadata: { name: "shop" } } });
  const { world } = createTestWorld();
  const rng = createRng(values.seed);
  let equal = 0;
  for (let run = 0; run < Number(values.count); run++) {
    const [path, body] = rng.pick(bodies);
    const changed = changeOnePart(rng, body);
    const real = await exchange(api, { title: path, method: "POST", path: `${path}?${QUERY}`, body: changed });
    const wanted = gistOf(real.body);
    const found = gistOf(bodyOf(send(world, "POST", `${path}?${QUERY}`, { json: changed })));
    if (wanted === found) equal++;
    else console.log(`${path}\n  sent      ${JSON.stringify(changed)}\n  real      ${wanted}\n  simulated ${found}\n`);
  }
  console.log(`seed ${values.seed}: ${equal} of ${values.count} answers equal`);
};

const changeOnePart = (rng: Rng, body: object): unknown => {
  let parts = 1;
  while (withChangedPart(body, parts, null) !== undefined) parts++;
  return withChangedPart(body, rng.int(1, parts - 1), rng.pick(OTHERS))?.value;
};

/** Summary of an answer: the reason of the refusal, or the kind of the object. */
const gistOf = (body: unknown): string => {
  const { kind, code, message } = body as { readonly kind: string; readonly code?: number; readonly message?: string };
  return kind === "Status" ? withoutPlace(`${code} ${message}`) : kind;
};

await main();
