import { parse } from "yaml";
import type { ConductedApp } from "#env/server/conductor-http/conducted-episode.ts";
import type { ProgramEpisode } from "../agents/play-by-program.ts";
import { appOf } from "../tasks/choose-tasks.ts";

/** Describes the application of an episode as an agent of SREGym is told, without the words on tools that it has not. */
export const describeApp = ({ start, access }: Pick<ProgramEpisode, "start" | "access">, taskUri: string): ConductedApp => {
  const namespace = namespaceIn(access.kubeconfig ?? "");
  const lines = start.task.instruction.split("\n").filter((line) => !line.includes("submit_"));
  return { app_name: nameOf(appOf(taskUri)), namespace, namespaces: [namespace], descriptions: lines.join("\n") };
};

const namespaceIn = (kubeconfig: string): string => {
  const { contexts = [] } = Object(parse(kubeconfig)) as {
    readonly contexts?: readonly { readonly context: { readonly namespace?: string } }[];
  };
  return contexts[0]?.context.namespace ?? "default";
};

/** Name of an application as SREGym has it: most are their ids in words, `hotel-reservation` as `Hotel Reservation`. */
const nameOf = (app: string): string =>
  NAMES[app] ??
  app
    .split("-")
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(" ");

const NAMES: Readonly<Record<string, string>> = {
  "astronomy-shop": "OpenTelemetry Demo Astronomy Shop",
  fleetcast: "Fleet Cast",
};
