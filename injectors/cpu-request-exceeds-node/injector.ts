import { oversizedRequest } from "../oversized-request.ts";
import { words } from "./words.ts";

export default oversizedRequest("cpu", {
  id: "cpu-request-exceeds-node",
  title: "A memory or CPU request that no node can meet",
  words,
});
