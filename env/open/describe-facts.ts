import { REWARD_PROFILES } from "#rewards/profiles.ts";
import { TOOL_PROFILES } from "../actions/tool-profiles.ts";
import { readBuildFacts } from "../catalogue/build-facts.ts";
import { DEFAULT_LIMITS } from "../catalogue/default-limits.ts";
import { SYSTEM_PROMPT } from "../catalogue/system-prompt.ts";
import type { ServerFacts } from "../server/episodes/server-facts.ts";
import type { OpenHost } from "./open-host.ts";

/** Describes the server of a host: its build, backend and plug-ins. */
export const describeFacts = ({ library, backend }: OpenHost): ServerFacts => {
  const { server_version, build_digest, runtime } = readBuildFacts();
  return {
    serverVersion: server_version,
    buildDigest: build_digest,
    runtime,
    backend: backend.name,
    views: library.views.map(({ spec }) => spec),
    rewardProfiles: Object.keys(REWARD_PROFILES),
    rewardComponents: library.rewards.map(({ name }) => name),
    toolProfiles: Object.fromEntries(["", ...TOOL_PROFILES].map((name) => [name, library.toolsOf(name).map(({ spec }) => spec)])),
    systemPrompt: SYSTEM_PROMPT,
    defaultLimits: DEFAULT_LIMITS,
    splits: ["train", "eval", "holdout"],
  };
};
