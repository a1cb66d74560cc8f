import { splitApiVersion } from "#kube/objects/resources.ts";
import { messageType } from "./message-type.ts";

/** The name of the message of a kind: `core.Pod`; options and watch events are of the common group. */
export const messageName = (apiVersion: string, kind: string): string | undefined => {
  const { group, version } = splitApiVersion(apiVersion);
  const family = group === "" ? "core" : (group.split(".")[0] as string);
  const named = version === "v1" ? family : `${family}${version.slice(1)}`;
  return [`${named}.${kind}`, `meta.${kind}`].find((candidate) => messageType(candidate) !== undefined);
};
