import { DrillError } from "#core/drill-error.ts";

/** The error for a server that gives no answer. */
export const unreachable = (server: string, cause: unknown): DrillError =>
  new DrillError("BACKEND_DOWN", `the API server ${server} does not answer`, { cause, metadata: { boundary: "kubernetes" } });
