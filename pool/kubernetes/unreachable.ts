import { DrillError } from "#core/drill-error.ts";

/** Creates the error of a server that does not answer. */
export const unreachable = (server: string, cause: unknown): DrillError =>
  new DrillError("BACKEND_DOWN", `the API server ${server} does not answer`, { cause, metadata: { boundary: "kubernetes" } });
