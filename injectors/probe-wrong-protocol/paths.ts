/** Paths by which people ask whether a program is well. */
export const PATHS: readonly string[] = ["/healthz", "/health", "/livez", "/ping"];
