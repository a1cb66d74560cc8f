import { DrillError } from "#core/drill-error.ts";
import type { ERROR_CODES } from "#core/error-codes.ts";
import type { Injector } from "#injectors/injector.ts";
import type { AppRecord } from "#kube/app/app.ts";
import type { Fixture } from "#kube/app/fixtures/fixture.ts";
import { createOntology } from "#problems/diagnosis/ontology/create-ontology.ts";
import { createVocabulary, type Vocabulary } from "#problems/diagnosis/vocabulary.ts";
import type { Shipped } from "#problems/named/expand-named-problem.ts";
import type { Decoy, Noise, ProblemKind } from "#problems/problem.ts";
import { relationsOf } from "#problems/relations.ts";
import { REWARD_PROFILES, type RewardProfile } from "#rewards/profiles.ts";
import type { Relations, Reward } from "#rewards/reward.ts";
import type { ActionTool } from "../actions/action.ts";
import { DEFAULT_PROFILES, TOOL_PROFILES, type ToolProfile } from "../actions/tool-profiles.ts";
import type { ViewRenderer } from "../observations/view.ts";
import { fixturesOf } from "./fixtures-of.ts";
import { loadActions } from "./load-actions.ts";
import { loadPlugins } from "./load-plugins.ts";
import { loadViews } from "./load-views.ts";

/** All plug-ins of this build, loaded once. */
export interface Library {
  readonly injectors: readonly Injector[];
  readonly fixtures: readonly Fixture[];
  readonly problems: readonly ProblemKind[];
  readonly noise: readonly Noise[];
  readonly decoys: readonly Decoy[];
  readonly rewards: readonly Reward[];
  readonly tools: readonly ActionTool[];
  readonly views: readonly ViewRenderer[];
  /** Vocabulary for reading diagnoses in free text. */
  readonly vocabulary: Vocabulary;
  /** Returns the tools of a profile. Throws UNKNOWN_PROFILE. */
  toolsOf(profile: string | undefined): readonly ActionTool[];
  /** Returns a reward profile by name. Throws UNKNOWN_PROFILE. */
  profileOf(name: string | undefined): RewardProfile;
  /** Returns a view by name. Throws UNKNOWN_VIEW. */
  viewOf(name: string): ViewRenderer;
  relationsOf(app: AppRecord): Relations;
}

/** Ids of the faults and decoys of a library. */
export const shippedIn = ({ injectors, decoys }: Pick<Library, "injectors" | "decoys">): Shipped => ({
  faults: new Set(injectors.map(({ id }) => id)),
  decoys: new Set(decoys.map(({ id }) => id)),
});

/** Loads the plug-in directories. */
export const loadLibrary = async (): Promise<Library> => {
  const [injectors, fixtures, problems, noise, decoys, rewards, actions, views] = await Promise.all([
    loadPlugins<Injector>({ folder: "injectors", file: "injector", idOf: ({ id }) => id }),
    loadPlugins<Fixture>({ folder: "injectors/fixtures", file: "fixture", idOf: ({ id }) => id }),
    loadPlugins<ProblemKind>({ folder: "problems", file: "problem", idOf: ({ id }) => id }),
    loadPlugins<Noise>({ folder: "problems/noise", file: "noise", idOf: ({ id }) => id }),
    loadPlugins<Decoy>({ folder: "problems/decoys", file: "decoy", idOf: ({ id }) => id }),
    loadPlugins<Reward>({ folder: "rewards", file: "reward", idOf: ({ name }) => name }),
    loadActions(),
    loadViews(),
  ]);
  const viewsByName = Object.fromEntries(views.map((view) => [view.spec.name, view]));
  const ontology = createOntology(injectors);
  const tools = actions.map((action) => action.withFaultTypes?.(ontology.types) ?? action);
  const relations = new Map<AppRecord, Relations>();
  for (const injector of injectors) fixturesOf(injector, fixtures);
  return {
    injectors,
    fixtures,
    problems,
    noise,
    decoys,
    rewards,
    tools,
    views,
    vocabulary: createVocabulary(injectors),
    toolsOf: (profile) => toolsOf(tools, profile),
    profileOf: (name = "shaped") =>
      found("UNKNOWN_PROFILE", "reward profile", name, REWARD_PROFILES as Readonly<Record<string, RewardProfile>>),
    viewOf: (name) => found("UNKNOWN_VIEW", "view", name, viewsByName),
    relationsOf: (app) => {
      const kept = relations.get(app) ?? relationsOf(app, ontology);
      relations.set(app, kept);
      return kept;
    },
  };
};

const toolsOf = (tools: readonly ActionTool[], profile: string | undefined): readonly ActionTool[] => {
  if (profile === undefined || profile === "") return tools.filter(({ profiles }) => DEFAULT_PROFILES.some((name) => profiles[name]));
  if (!isToolProfile(profile)) throw unknown("UNKNOWN_PROFILE", "tool profile", profile, TOOL_PROFILES);
  return tools.filter(({ profiles }) => profiles[profile]);
};

const isToolProfile = (name: string): name is ToolProfile => (TOOL_PROFILES as readonly string[]).includes(name);

const found = <T>(code: keyof typeof ERROR_CODES, what: string, name: string, table: Readonly<Record<string, T>>): T => {
  if (!Object.hasOwn(table, name)) throw unknown(code, what, name, Object.keys(table));
  return table[name] as T;
};

const unknown = (code: keyof typeof ERROR_CODES, what: string, name: string, known: readonly string[]): DrillError =>
  new DrillError(code, `there is no ${what} "${name}"; there are ${known.join(", ")}`);
