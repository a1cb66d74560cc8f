import { withContainer } from "#kube/objects/with-container.ts";
import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";
import { LEVEL } from "./judge-level.ts";

/** Security settings of a container that meets the level. */
export const COMPLIANT = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
  runAsNonRoot: true,
  runAsUser: 10_001,
  seccompProfile: { type: "RuntimeDefault" },
} as const;

/** A namespace whose violations are noted in the audit log and refused nowhere, and parked workloads that meet some or all of a level. */
export const twins: DrawTwins = (rng, baseline) => [
  {
    verb: "patch",
    resource: "namespaces",
    name: baseline.namespace,
    namespace: null,
    patch: { metadata: { labels: { "pod-security.kubernetes.io/audit": rng.stream("level").pick([LEVEL, "privileged"]) } } },
  },
  ...neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const { runAsUser, ...others } = COMPLIANT;
    const securityContext = rng
      .stream(`settings of ${name}`)
      .pick([COMPLIANT, others, { allowPrivilegeEscalation: false }, { runAsNonRoot: true, runAsUser }]);
    return idleSet(rng.stream(name), baseline, name, (template) => withContainer(template, () => ({ securityContext })));
  }),
];
