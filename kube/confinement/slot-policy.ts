import type { KubeObject } from "../types/meta.ts";

/** A `ValidatingAdmissionPolicy` and its binding for one namespace, both named like it. */
export interface SlotPolicy {
  readonly policy: KubeObject;
  readonly binding: KubeObject;
}

/** Resources of both. */
export const POLICIES = "validatingadmissionpolicies.admissionregistration.k8s.io";
export const BINDINGS = "validatingadmissionpolicybindings.admissionregistration.k8s.io";

/**
 * Builds the policy that refuses in a namespace what Pod Security lets through: pods that choose their node or tolerate the control plane's
 * taints, volumes that the node's kernel connects to, priorities above other teams' pods, credentials of the API server, and addresses of
 * other Services.
 *
 * Who may change nodes is asked nothing: operators, and controllers of nodes. Controllers that create pods of a team's templates are.
 * @param accounts names of the service accounts whose pods need a token, since the application gives them rights
 */
export const buildSlotPolicy = (namespace: string, accounts: readonly string[]): SlotPolicy => {
  const selector = { matchLabels: { "kubernetes.io/metadata.name": namespace } };
  return {
    policy: {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name: namespace },
      spec: {
        failurePolicy: "Fail",
        matchConstraints: { namespaceSelector: selector, resourceRules: MATCHED },
        matchConditions: [{ name: "who-may-not-change-nodes", expression: NO_OPERATOR }],
        validations: [...POD_RULES, tokenRule(accounts), ...OTHER_RULES].map(toValidation),
      },
    } as KubeObject,
    binding: {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name: namespace },
      spec: { policyName: namespace, validationActions: ["Deny"], matchResources: { namespaceSelector: selector } },
    } as KubeObject,
  };
};

/** Names of the service accounts to which the objects give rights. */
export const accountsWithRights = (objects: readonly KubeObject[]): readonly string[] => [
  ...new Set(
    objects.flatMap((object) => {
      const { subjects = [] } = object as { readonly subjects?: readonly { readonly kind: string; readonly name: string }[] };
      return object.kind === "RoleBinding" ? subjects.filter(({ kind }) => kind === "ServiceAccount").map(({ name }) => name) : [];
    }),
  ),
];

const NO_OPERATOR = "!authorizer.group('').resource('nodes').check('patch').allowed()";

const MATCHED = [
  { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["secrets"] },
  { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources: ["pods", "services"] },
];

interface Rule {
  readonly about: "pods" | "secrets" | "services";
  /** True: it is asked of changes too. What else is asked of a pod cannot change, or is set by the scheduler. */
  readonly changes?: boolean;
  /** Expression in CEL that is true for what is allowed. */
  readonly allows: string;
  readonly message: string;
}

const toValidation = ({ about, changes = false, allows, message }: Rule) => ({
  expression: `request.resource.resource != '${about}' || ${changes ? "" : "request.operation != 'CREATE' || "}${allows}`,
  message,
  reason: "Forbidden",
});

/** Volumes that the level `restricted` of Pod Security allows, and hostPath, which the level `baseline` refuses by its own name. */
const VOLUMES = [
  "configMap",
  "csi",
  "downwardAPI",
  "emptyDir",
  "ephemeral",
  "hostPath",
  "image",
  "persistentVolumeClaim",
  "projected",
  "secret",
];

const CONTROL_PLANE = "['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master']";

const POD_RULES: readonly Rule[] = [
  {
    about: "pods",
    allows: "!has(object.spec.nodeName) || object.spec.nodeName == ''",
    message: "spec.nodeName must not be set: the scheduler chooses the node",
  },
  {
    about: "pods",
    changes: true,
    allows: `!has(object.spec.tolerations) || object.spec.tolerations.all(t, has(t.key) && t.key != '' && !(t.key in ${CONTROL_PLANE}))`,
    message: "spec.tolerations must name taints by key, and not those of the control plane",
  },
  {
    about: "pods",
    allows: `!has(object.spec.volumes) || object.spec.volumes.all(v, ${VOLUMES.map((type) => `has(v.${type})`).join(" || ")})`,
    message: "spec.volumes must not be of types that a node connects to over the network",
  },
  {
    about: "pods",
    allows: "!has(object.spec.priorityClassName) || !object.spec.priorityClassName.startsWith('system-')",
    message: "spec.priorityClassName must not be one of the cluster's own",
  },
];

const tokenRule = (accounts: readonly string[]): Rule => {
  const mayHaveToken = `(has(object.spec.serviceAccountName) && object.spec.serviceAccountName in [${accounts.map((name) => `'${name}'`).join(", ")}]) || `;
  const hasNone =
    "!has(object.spec.volumes) || object.spec.volumes.all(v, !has(v.projected) || !has(v.projected.sources) || v.projected.sources.all(s, !has(s.serviceAccountToken) && !has(s.podCertificate)))";
  return {
    about: "pods",
    allows: `${accounts.length === 0 ? "" : mayHaveToken}${hasNone}`,
    message: "pods of this account must not mount a token: set automountServiceAccountToken to false",
  };
};

const OTHER_RULES: readonly Rule[] = [
  {
    about: "secrets",
    allows: "!has(object.type) || object.type != 'kubernetes.io/service-account-token'",
    message: "type must not be kubernetes.io/service-account-token",
  },
  {
    about: "services",
    changes: true,
    allows: "!has(object.spec.externalIPs) || object.spec.externalIPs.size() == 0",
    message: "spec.externalIPs must not be set",
  },
];
