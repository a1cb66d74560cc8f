/**
 * Labels of an application's namespace: Pod Security refuses pods that reach their node. The version is pinned, so that an upgrade of the
 * cluster changes no episode; API servers that do not know it yet take their latest one.
 */
export const POD_SECURITY_LABELS: Readonly<Record<string, string>> = {
  "pod-security.kubernetes.io/enforce": "baseline",
  "pod-security.kubernetes.io/enforce-version": "v1.35",
};
