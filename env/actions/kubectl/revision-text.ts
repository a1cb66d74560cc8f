import { CHANGE_CAUSE } from "./change-cause.ts";
import { describePodTemplate } from "./describe/pod-template.ts";
import { DescribeWriter } from "./describe/writer.ts";
import type { Revision } from "./rollout-history.ts";
import type { Session } from "./session.ts";

/** The template of a revision as `describe` shows templates; why it was made stands among its annotations. */
export const templateText = (session: Session, { template, changeCause }: Revision): string => {
  const annotations = { ...template.metadata?.annotations, ...(changeCause !== "" && { [CHANGE_CAUSE]: changeCause }) };
  const writer = new DescribeWriter(session.nowMs());
  describePodTemplate(writer, { ...template, metadata: { ...template.metadata, annotations } });
  return writer.rawText();
};
