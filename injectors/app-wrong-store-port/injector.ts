import { defineBrokenBuild } from "../broken-build.ts";
import { endsAtStart } from "../ends-at-start.ts";
import { words } from "./words.ts";

export default defineBrokenBuild({
  id: "app-wrong-store-port",
  version: 1,
  title: "A workload runs a build with a wrong port of its store",
  words,
  family: "image",
  correlates: true,
  isVisible: ({ component }) => component.userShare > 0,
  factsOf: ({ component: { storeSetting } }) =>
    storeSetting === undefined
      ? "it has no store without which it would not start"
      : // A pod without a probe counts as ready until it gives up.
        { rollOuts: ["recreate"], setting: storeSetting.name, host: storeSetting.host, port: storeSetting.port },
  drawDefect: (rng, { setting, host, port }) => ({
    builtIn: { [`${setting}`]: `${host}:${rng.pick(WRONG_PORTS(Number(port)))}` },
  }),
  symptoms: (params, { namespace }) => [endsAtStart(params, namespace)],
});

/** Ports with a digit too many, one beside, or of another product. */
const WRONG_PORTS = (port: number): readonly number[] => [port + 1, port - 1, 27_777, port + 10_000, 5432, 6379];
