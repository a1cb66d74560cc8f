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

/** Rejects views that this server does not have, and parameters that they do not have. @throws DrillError UNKNOWN_VIEW, FIELD_INVALID */
export const checkViews = ({ views }: ServerFacts, wanted: readonly ViewRequest[]): void => {
  for (const [i, { name, params = {} }] of wanted.entries()) {
    const known = views.find((view) => view.name === name);
    if (known === undefined)
      throw unknown(
        "UNKNOWN_VIEW",
        "views",
        name,
        views.map((view) => view.name),
      );
    const description = faultOfParams(name, params, known.params ?? []);
    if (description !== undefined) throw fieldError(`views[${i}].params_json`, description);
  }
};

const faultOfParams = (view: string, params: NonNullable<ViewRequest["params"]>, known: readonly string[]): string | undefined => {
  for (const [name, value] of Object.entries(params)) {
    const there = known.length === 0 ? "it has none" : `it has ${known.join(", ")}`;
    if (!known.includes(name)) return `names ${JSON.stringify(name)}, which is no parameter of ${view}; ${there}`;
    if (!(Number.isInteger(value) && (value as number) > 0)) return `has ${name} ${JSON.stringify(value)}; give a whole number from 1`;
  }
  return undefined;
};

const fieldError = (field: string, description: string): DrillError =>
  new DrillError("FIELD_INVALID", `${field} ${description}`, { violations: [{ field, description }] });

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
    throw fieldError(`views[${i}].max_bytes`, `is ${maxBytes}; the most is ${most}, the max_observation_bytes of this episode`);
  }
};

const checkName = (field: string, name: string | undefined, known: readonly string[]): void => {
  if (name !== undefined && !known.includes(name)) throw unknown("UNKNOWN_PROFILE", field, name, known);
};

const unknown = (code: "UNKNOWN_VIEW" | "UNKNOWN_PROFILE", field: string, name: string, known: readonly string[]): DrillError => {
  const description = `${JSON.stringify(name)} is none of ${known.join(", ")}`;
  return new DrillError(code, `${field}: ${description}`, { violations: [{ field, description }] });
};
