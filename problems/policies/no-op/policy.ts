import { DONE, definePolicy } from "../../policy.ts";

/** Changes nothing and submits that it is done. */
export default definePolicy({ id: "no-op", title: "does nothing", degenerate: true, play: () => [DONE] });
