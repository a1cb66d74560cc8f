import type { JSX } from "preact";
import { ColouredText } from "../parts/coloured-text.tsx";
import type { AgentRequest } from "./recorded.ts";
import { requestLines } from "./request-lines.ts";

interface AgentRequestsProps {
  readonly requests: readonly AgentRequest[] | undefined;
}

/** Requests of the agent between two steps, in lines. */
export const AgentRequests = ({ requests = [] }: AgentRequestsProps): JSX.Element | null => {
  if (requests.length === 0) return null;
  return (
    <li class="requests">
      <h3>
        <span class="step-number">
          {requests.length} {requests.length === 1 ? "request" : "requests"}
        </span>
        <span class="grow" />
        <span class="quiet">no step</span>
      </h3>
      <ColouredText text={requestLines(requests).join("\n")} lines={8} />
    </li>
  );
};
