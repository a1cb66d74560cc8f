import type { AppletCall } from "../../../../shell/interpreter/applet-call.ts";
import { toBytes } from "../../../../shell/machine/bytes.ts";
import { warn } from "../kafka-link.ts";

/** Prints an error as the tools do. @returns exit code */
export const exception = (call: AppletCall, command: string, kind: string, text: string): number => {
  call.out(toBytes(`Error while executing ${command} : ${text}\n`));
  warn(call, "ERROR", `org.apache.kafka.common.errors.${kind}: ${text}\n (org.apache.kafka.tools.TopicCommand)`);
  return 1;
};
