import { sampleWrongProbe, type WrongProbe, wrongProbeParams } from "#kube/checks/wrong-probe.ts";
import { literal } from "../evidence.ts";
import { wrongLivenessFault } from "../wrong-liveness-fault.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default wrongLivenessFault<WrongProbe>({
  id: "liveness-probe-wrong-endpoint",
  title: "A liveness probe asks an endpoint that is not there",
  words,
  twins,
  params: wrongProbeParams,
  sample: (rng, target) => sampleWrongProbe(rng, target, ["/healthz", "/health", "/livez"]),
  asks: ({ path, port }) => `http-get http://:${port}${literal(path)}`,
  says: ({ path, port }) => `:${port}${path}, where nothing answers`,
});
