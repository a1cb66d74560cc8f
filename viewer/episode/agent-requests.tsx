import type { JSX } from "preact";
import { ColouredText } from "../parts/coloured-text.tsx";
import { minutesText } from "../parts/numbers.ts";
import type { AgentRequest } from "./recorded.ts";
import { requestLines } from "./request-lines.ts";

interface AgentRequestsProps {
  readonly requests: readonly AgentRequest[] | undefined;
  /** Virtual time of the start, ms. */
  readonly startMs: number;
}

/** Requests of the agent between two steps, in lines. */
export const AgentRequests = ({ requests = [], startMs }: AgentRequestsProps): JSX.Element | null => {
  const [first] = requests;
  if (first === undefined) return null;
  return (
    <li class="requests">
      <h3>
        <span class="step-number">
          {requests.length} {requests.length === 1 ? "request" : "requests"}
        </span>
        <span class="quiet">{minutesText((first.virtual_time_ms - startMs) / 60_000)}</span>
        <span class="grow" />
        <span class="quiet">no step</span>
      </h3>
      <ColouredText text={requestLines(requests).join("\n")} lines={8} />
    </li>
  );
};
