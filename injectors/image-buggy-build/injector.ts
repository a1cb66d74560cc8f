import { defineBrokenBuild } from "../broken-build.ts";
import { endsAtStart } from "../ends-at-start.ts";
import { words } from "./words.ts";

export default defineBrokenBuild({
  id: "image-buggy-build",
  version: 1,
  title: "A workload runs a build that ends at its start",
  words,
  family: "image",
  correlates: true,
  hangs: true,
  isVisible: ({ component }) => component.userShare > 0,
  // A pod without a probe counts as ready until its program ends.
  factsOf: ({ workload }) => (workload.spec.template.spec.containers[0]?.readinessProbe === undefined ? { rollOuts: ["recreate"] } : {}),
  drawDefect: (rng) => ({ panic: rng.pick(PANICS) }),
  symptoms: (params, { namespace }) => [endsAtStart(params, namespace)],
});

/** Words with which programs end that their authors did not start once. */
const PANICS: readonly string[] = [
  "assertion failed: number of shards must be a power of two",
  "cannot register handler: duplicate route",
  "unsupported schema version 3, want 2",
  "required feature gate is unknown: CompactKeys",
  "cannot parse embedded template: unexpected end of input",
  "invalid state: metrics registry was initialised twice",
  "dependency cycle between modules: cache, session, cache",
  "index out of range [4] with length 4",
];
