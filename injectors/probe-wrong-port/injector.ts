import { sampleWrongPort, type WrongPort, wrongPortParams } from "#kube/checks/wrong-probe.ts";
import { wrongLivenessFault } from "../wrong-liveness-fault.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default wrongLivenessFault<WrongPort>({
  id: "probe-wrong-port",
  title: "A liveness probe connects to a port that is closed",
  words,
  twins,
  params: wrongPortParams,
  sample: sampleWrongPort,
  asks: ({ port }) => `tcp-socket :${port}`,
  says: ({ port }) => `TCP port ${port}, where nothing answers`,
});
