import type { OutputLine } from "../../processes/process-output.ts";

/** A line whose text is made when it is read: of a long log that is often the end alone. */
export interface PendingLine extends Pick<OutputLine, "atMs" | "stream"> {
  readonly render: (atMs: number) => string;
}
