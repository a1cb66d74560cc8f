/** Tool profiles: `kubectl` = command lines alone, `typed` = those and a tool for each question, `readonly` = what changes nothing in the cluster. */
export const TOOL_PROFILES = ["kubectl", "typed", "readonly"] as const;

/** Name of a tool profile. */
export type ToolProfile = (typeof TOOL_PROFILES)[number];
