import { DrillError } from "#core/drill-error.ts";
import { faultOfWeights } from "#rewards/weight-bounds.ts";
import type { ToolSpec, ViewRequest } from "../../host/episode-protocol.ts";
import type { EpisodeEntry } from "./episode-entry.ts";
import type { ResetOrder } from "./episode-orders.ts";
import type { ServerFacts } from "./server-facts.ts";

/** Rejects a reset with names that this server does not have. @throws DrillError UNKNOWN_VIEW, UNKNOWN_PROFILE, FIELD_INVALID */
export const checkOrder = (facts: ServerFacts, { play }: ResetOrder): void => {
  checkViews(facts, play.views);
  checkName("reward_profile", play.profile, facts.rewardProfiles);
  findTools("tool_profile", facts, play.toolProfile);
  const description = faultOfWeights(play.weights ?? {}, facts.rewardComponents);
  if (description !== undefined)
    throw new DrillError("FIELD_INVALID", `reward_weights: ${description}`, { violations: [{ field: "reward_weights", description }] });
};

/** Returns the tools of a profile, all of them for undefined. @throws DrillError UNKNOWN_PROFILE, for the field of the request */
export const findTools = (field: string, { toolProfiles }: ServerFacts, name: string | undefined): readonly ToolSpec[] => {
  checkName(field, name, toolProfileNames(toolProfiles));
  return toolProfiles[name ?? ""] ?? [];
};

/** Lists the names of tool profiles. */
export const toolProfileNames = (profiles: ServerFacts["toolProfiles"]): readonly string[] => Object.keys(profiles).filter(Boolean);

/** Rejects views that this server does not have. @throws DrillError UNKNOWN_VIEW */
export const checkViews = ({ views }: ServerFacts, wanted: readonly ViewRequest[]): void => {
  const known = views.map(({ name }) => name);
  for (const { name } of wanted) if (!known.includes(name)) throw unknown("UNKNOWN_VIEW", "views", name, known);
};

/** Rejects views that would be cut below the size that is asked for them. @throws DrillError FIELD_INVALID, UNKNOWN_VIEW */
export const checkSizes = (
  facts: ServerFacts,
  wanted: readonly ViewRequest[],
  { command, task }: Pick<EpisodeEntry, "command" | "task">,
): void => {
  checkViews(facts, wanted);
  const most = command.limits.maxObservationBytes ?? task.limits.maxObservationBytes;
  for (const [i, { name, maxBytes = 0 }] of wanted.entries()) {
    const { mediaType } = facts.views.find((view) => view.name === name) ?? {};
    if (mediaType !== "text/plain" || maxBytes <= most) continue; // views for programs have the size of any episode
    const [field, description] = [
      `views[${i}].max_bytes`,
      `is ${maxBytes}; the most is ${most}, the max_observation_bytes of this episode`,
    ];
    throw new DrillError("FIELD_INVALID", `${field} ${description}`, { violations: [{ field, description }] });
  }
};

const checkName = (field: string, name: string | undefined, known: readonly string[]): void => {
  if (name !== undefined && !known.includes(name)) throw unknown("UNKNOWN_PROFILE", field, name, known);
};

const unknown = (code: "UNKNOWN_VIEW" | "UNKNOWN_PROFILE", field: string, name: string, known: readonly string[]): DrillError => {
  const description = `${JSON.stringify(name)} is none of ${known.join(", ")}`;
  return new DrillError(code, `${field}: ${description}`, { violations: [{ field, description }] });
};
