import { describePodTemplate } from "../describe/pod-template.ts";
import { DescribeWriter } from "../describe/writer.ts";
import { CHANGE_CAUSE } from "../session/change-cause.ts";
import type { Session } from "../session/session.ts";
import type { Revision } from "./rollout-history.ts";

/** Renders the template of a revision as `describe` does, with the change cause of a Deployment among its annotations. */
export const templateText = (session: Session, { template, changeCause, holder }: Revision): string => {
  const cause = holder.kind === "ReplicaSet" && changeCause !== "" ? { [CHANGE_CAUSE]: changeCause } : {};
  const annotations = { ...template.metadata?.annotations, ...cause };
  const writer = new DescribeWriter(session.nowMs());
  describePodTemplate(writer, { ...template, metadata: { ...template.metadata, annotations } });
  return writer.rawText();
};
