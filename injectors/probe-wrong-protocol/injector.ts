import { probeFactsOf, sampleWrongProbe, type WrongProbe, wrongProbeParams } from "#kube/checks/wrong-probe.ts";
import { literal } from "../evidence.ts";
import { wrongLivenessFault } from "../wrong-liveness-fault.ts";
import { PATHS } from "./paths.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default wrongLivenessFault<WrongProbe>({
  id: "probe-wrong-protocol",
  title: "A liveness probe speaks HTTP to a port of gRPC",
  words,
  twins,
  params: wrongProbeParams,
  factsOf: ({ workload, component: { grpcPort } }) =>
    grpcPort === undefined ? "its program does not speak gRPC" : { ...probeFactsOf(workload), grpcPort },
  sample: (rng, target) => ({ ...sampleWrongProbe(rng, target, PATHS), port: Number(target.facts["grpcPort"]) }),
  asks: ({ path, port }) => `http-get http://:${port}${literal(path)}`,
  answer: ": Get .* malformed HTTP response",
  says: ({ path, port }) => `:${port}${path} by HTTP, where the program speaks gRPC`,
});
