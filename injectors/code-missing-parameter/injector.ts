import { defineBrokenBuild } from "../broken-build.ts";
import { isBusy } from "../busy-program.ts";
import { failsRequests } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineBrokenBuild({
  id: "code-missing-parameter",
  version: 1,
  title: "A workload runs a build that leaves a parameter out",
  words,
  family: "code",
  correlates: true,
  isVisible: ({ component }) => component.userShare > 0,
  factsOf: ({ component }) => (isBusy(component) ? {} : "it serves too few requests for their failures to be seen"),
  drawDefect: (rng) => ({
    fails: { share: rng.int(30, 90) / 100, error: `missing required parameter: ${rng.pick(PARAMETERS)}` },
  }),
  symptoms: ({ target, defect }, { namespace }) => [failsRequests(target, namespace, (defect.fails?.share ?? 0) / 2)],
});

const PARAMETERS: readonly string[] = ["tenant", "locale", "session", "currency", "page_token", "trace_context", "region", "schema"];
