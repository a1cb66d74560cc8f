import type { OutputLine } from "../../processes/process-output.ts";

/** Line whose text is rendered when it is read: of a long log often only the end is. */
export interface PendingLine extends Pick<OutputLine, "atMs" | "stream"> {
  readonly render: (atMs: number) => string;
}
