import { z } from "zod";
import type { DiagnosisPair } from "#core/truth.ts";
import type { Interpret } from "#core/work-budget.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { FaultType } from "#problems/diagnosis/ontology/fault-type.ts";
import type { ActionResult, ToolSpec } from "../host/episode-protocol.ts";
import { jsonSchemaOf, readArguments } from "./arguments.ts";
import { CONTENT_MAX_BYTES } from "./costs.ts";
import type { OwnCommand } from "./own-commands.ts";
import type { ToolProfile } from "./tool-profiles.ts";

/** Inputs of a tool: the cluster with the agent's rights, and nothing of the task. */
export interface ActionContext {
  readonly cluster: ClusterPort;
  /** Namespace of commands that name none. */
  readonly namespace: string;
  /** Maximum duration in virtual time, ms, for tools that wait. */
  readonly timeoutMs: number;
  /** Books work that the tool does itself, so that it is bounded and others have their turn; missing: nobody bounds it. */
  readonly spendWork?: ((units: number) => Promise<void> | undefined) | undefined;
  /** Runs what interprets a text of the agent and never waits, and books it with that work; missing: nobody bounds it. */
  readonly interpret?: Interpret | undefined;
  /** Commands of the agent that wrote, the newest last; missing: they are not kept. */
  readonly ownCommands?: readonly OwnCommand[] | undefined;
}

/** Result of a tool. */
export interface ActionOutput {
  readonly status: ActionResult["status"];
  readonly content: string;
  readonly errorCode?: string;
  readonly hadEffect: boolean;
  /** Virtual time that the tool itself costs, ms, without the time that passed while it waited. */
  readonly costMs: number;
  /** Submission of the agent, for the grader; at most one of the two. */
  readonly diagnosis?: { readonly pairs?: readonly DiagnosisPair[]; readonly text?: string };
  readonly endsEpisode?: boolean;
  /** True: the last command that wrote was taken back. */
  readonly undid?: boolean;
}

/** Arguments of a tool by name, declared with zod: the JSON Schema that a model reads, the parser and the type are all made of it. */
export type ArgumentShape = Readonly<Record<string, z.ZodType>>;

/** An agent tool as its file declares it. */
export interface ToolDefinition<Shape extends ArgumentShape> {
  /** Name of the tool and of its folder. */
  readonly name: string;
  /** Description that a model reads. */
  readonly description: string;
  /** Membership in each tool profile; the default has every tool of `DEFAULT_PROFILES`. */
  readonly profiles: Readonly<Record<ToolProfile, boolean>>;
  /** True for a tool that can change the cluster. */
  readonly mutating: boolean;
  readonly arguments: Shape;
  /** True for a tool whose purpose is to let time pass: only the episode's own time limits it. Missing: the step's time-out does. */
  readonly passesTime?: boolean;
  /** The tool as it is offered where faults of these types can be named. Missing: it names no types. */
  readonly withFaultTypes?: (types: readonly FaultType[]) => ActionTool;
  /** Runs a call with parsed arguments. */
  run(context: ActionContext, args: z.output<z.ZodObject<Shape, z.core.$strict>>): Promise<ActionOutput>;
}

/** An agent tool: the default export of `env/actions/<name>/action.ts`. */
export interface ActionTool extends Pick<ToolDefinition<ArgumentShape>, "profiles" | "passesTime" | "withFaultTypes"> {
  readonly spec: ToolSpec;
  /** Runs a call. Arguments are any JSON; wrong ones give a result with status INVALID, never an exception. */
  run(context: ActionContext, given: Readonly<Record<string, unknown>>): Promise<ActionOutput>;
}

/** Makes a tool of its definition: what its arguments do not fit never reaches its `run`. */
export const defineAction = <Shape extends ArgumentShape>(definition: ToolDefinition<Shape>): ActionTool => {
  const { name, description, mutating, profiles, passesTime, withFaultTypes } = definition;
  const parser = z.strictObject(definition.arguments);
  const spec: ToolSpec = { name, description, inputSchema: jsonSchemaOf(parser), mutating, contentMaxBytes: CONTENT_MAX_BYTES };
  return {
    spec,
    profiles,
    ...(passesTime !== undefined && { passesTime }),
    ...(withFaultTypes !== undefined && { withFaultTypes }),
    run: async (context, given) => {
      const read = readArguments(spec, parser, given);
      return read.ok ? await definition.run(context, read.args) : read.output;
    },
  };
};
