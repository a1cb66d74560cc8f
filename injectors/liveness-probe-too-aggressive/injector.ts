import { startFirst } from "../early-probe-attempts.ts";
import { earlyProbeFault } from "../early-probe-fault.ts";
import { words } from "./words.ts";

export default earlyProbeFault({
  id: "liveness-probe-too-aggressive",
  title: "A liveness probe gives too little time",
  catalogueType: "liveness-probe-timing",
  words,
  field: "livenessProbe",
  accepts: (params, baseline) => [startFirst(params, baseline)],
});
