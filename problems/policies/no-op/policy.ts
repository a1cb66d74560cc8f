import { DONE, definePolicy } from "../../policy.ts";

/** Does nothing and says it is done. */
export default definePolicy({ id: "no-op", title: "does nothing", degenerate: true, play: () => [DONE] });
