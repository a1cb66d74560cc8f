import { isSameCall, kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Note } from "./notebook.ts";
import type { PhraseName } from "./phrases.ts";

/** A look before anything is known. */
export interface SurveyLook {
  readonly call: ToolCall;
  /** Words for its purpose. */
  readonly purpose: PhraseName;
  /** Words for an answer in which nothing stands out. */
  readonly quiet: PhraseName;
  /** Objects that it goes through, as in `the pods`. */
  readonly things: string;
}

/** First looks of an engineer. */
export const SURVEY = {
  alerts: { call: { name: "get_alerts", arguments: {} }, purpose: "alerts", quiet: "quietAlerts", things: "the alerts" },
  pods: { call: kubectl("get pods"), purpose: "pods", quiet: "quietPods", things: "the pods" },
  services: {
    call: { name: "get_services", arguments: {} },
    purpose: "services",
    quiet: "quietServices",
    things: "the endpoints of Services",
  },
  workloads: {
    call: kubectl("get deployments,statefulsets"),
    purpose: "workloads",
    quiet: "quietWorkloads",
    things: "the replicas of workloads",
  },
  warnings: {
    call: kubectl("get events --field-selector type=Warning"),
    purpose: "warnings",
    quiet: "quietWarnings",
    things: "the warnings",
  },
  nodes: { call: kubectl("get nodes"), purpose: "nodes", quiet: "quietNodes", things: "the nodes" },
  policies: { call: kubectl("get networkpolicies"), purpose: "policies", quiet: "quietPolicies", things: "the policies" },
} as const satisfies Readonly<Record<string, SurveyLook>>;

/** Survey whose answer a note is, if nothing stands out there. */
export const quietSurvey = ({ call, content, clues }: Note): SurveyLook | undefined =>
  clues.length > 0
    ? undefined
    : Object.values<SurveyLook>(SURVEY).find(
        (look) => isSameCall(look.call, call) && (look !== SURVEY.policies || content.startsWith("No resources")),
      );

/** The report with which an episode begins, as a person wrote it; undefined if there is none. */
export const reportIn = (first: string): string | undefined => /^\d\d:\d\d:\d\d UTC\. (.*)$/m.exec(first)?.[1];
