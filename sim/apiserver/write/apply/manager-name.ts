import type { UserInfo } from "../../http/client.ts";

/** The name under which a client that gives none appears in managedFields: what stands before the slash in its user agent. */
export const managerOfUserAgent = (userAgent: string): string => {
  if (userAgent === "") return "unknown";
  let name = "";
  let bytes = 0;
  for (const character of userAgent.split("/")[0] as string) {
    if (!/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)) continue;
    bytes += utf8Length(character);
    if (bytes > NAME_BYTES_MAX) break;
    name += character;
  }
  return name;
};

/** The longest name of a field manager. */
export const NAME_BYTES_MAX = 128;

/** The name that a component inside the cluster has in its user agent. */
export const managerOfUser = ({ username }: UserInfo): string => {
  if (username.startsWith("system:node:")) return "kubelet";
  if (username.startsWith(CONTROLLERS) && username.endsWith("-provisioner-service-account")) return "local-path-provisioner";
  if (username.startsWith(CONTROLLERS)) return "kube-controller-manager";
  return NAMES[username] ?? "kubectl";
};

const CONTROLLERS = "system:serviceaccount:kube-system:";

const NAMES: Readonly<Record<string, string>> = {
  "system:kube-scheduler": "kube-scheduler",
  "system:kube-controller-manager": "kube-controller-manager",
  "system:apiserver": "kube-apiserver",
};

/** Bytes of one character in UTF-8. */
export const utf8Length = (character: string): number => {
  const code = character.codePointAt(0) as number;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_00_00 ? 3 : 4;
};
