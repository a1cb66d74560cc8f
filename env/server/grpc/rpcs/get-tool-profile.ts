import { nativeDigestJson } from "#pool/native-digest.ts";
import type { ToolProfile } from "#proto/gen/kubedrill/v1/ToolProfile.ts";
import { toolsWithinLimits } from "../../../loop/tools-within-limits.ts";
import { findTools } from "../../episodes/check-order.ts";
import type { CallContext } from "../unary.ts";
import { writeLimits, writeTool } from "../write-observation.ts";

/** Handles GetToolProfile. */
export const getToolProfile = ({ facts, read }: CallContext, message: object): ToolProfile => {
  const { name } = read.toolProfile(message);
  const { systemPrompt, defaultLimits } = facts;
  const tools = toolsWithinLimits(findTools("name", facts, name), defaultLimits);
  return {
    name: name ?? "",
    tools: tools.map(writeTool),
    systemPrompt,
    limits: writeLimits(defaultLimits),
    digest: nativeDigestJson({ tools, systemPrompt }),
  };
};
