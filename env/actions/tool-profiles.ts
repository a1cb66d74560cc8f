/**
 * Tool profiles: `kubectl` = command lines alone, `typed` = those and a tool for each question, `readonly` = what changes nothing in the
 * cluster, `conductor` = command lines and `undo`, as agents of SREGym have them.
 */
export const TOOL_PROFILES = ["kubectl", "typed", "readonly", "conductor"] as const;

/** Name of a tool profile. */
export type ToolProfile = (typeof TOOL_PROFILES)[number];

/** Profiles whose tools are those of an episode that asks for none. */
export const DEFAULT_PROFILES: readonly ToolProfile[] = ["kubectl", "typed", "readonly"];
