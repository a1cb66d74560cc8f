import { earlyProbeFault } from "../early-probe-fault.ts";
import { words } from "./words.ts";

export default earlyProbeFault({
  id: "startup-probe-too-short",
  title: "A startup probe whose budget is too short",
  catalogueType: "startup-probe",
  words,
  field: "startupProbe",
});
