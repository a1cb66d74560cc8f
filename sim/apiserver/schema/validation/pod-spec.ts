import { labelProblems, subdomainProblems } from "#kube/objects/names.ts";
import type { ObjectMeta } from "#kube/types/meta.ts";
import type { PodSpec, PodTemplateSpec } from "#kube/types/pod.ts";
import { duplicate, type FieldError, invalidEach, invalidValue, required, unsupported } from "../field-error.ts";
import { ipErrors } from "./addresses.ts";
import { validateAffinity, validateSpread } from "./affinity.ts";
import { validateContainer } from "./container.ts";
import { validateEphemeralContainers } from "./ephemeral-containers.ts";
import { validateAnnotations, validateLabels } from "./metadata.ts";
import { validateDns, validateGates, validatePodSecurity } from "./pod-settings.ts";
import { validateToleration } from "./toleration.ts";
import { validateVolumes } from "./volumes.ts";

/** Specs that passed; they are frozen once stored, so that a template is checked once and not for each of its pods. */
const passed = new WeakSet<object>();

/** Checks a pod's spec, of a pod or of a template, at a path. */
export const validatePodSpec = (spec: PodSpec, path: string, errors: FieldError[]): void => {
  if (passed.has(spec)) return;
  const before = errors.length;
  const volumes = validateVolumes(spec.volumes ?? [], `${path}.volumes`, errors);
  validateContainers(spec, volumes, path, errors);
  validateProcMounts(spec, path, errors);
  oneOf(spec.restartPolicy, RESTART_POLICIES, `${path}.restartPolicy`, errors);
  oneOf(spec.dnsPolicy, DNS_POLICIES, `${path}.dnsPolicy`, errors);
  if (spec.nodeSelector !== undefined) validateLabels(spec.nodeSelector, `${path}.nodeSelector`, errors);
  if (spec.securityContext !== undefined) validatePodSecurity(spec.securityContext, `${path}.securityContext`, errors);
  if (spec.affinity !== undefined) validateAffinity(spec.affinity, `${path}.affinity`, errors);
  validateDns(spec, `${path}.dnsConfig`, errors);
  validateGates(spec, path, errors);
  validateSpread(spec.topologySpreadConstraints ?? [], `${path}.topologySpreadConstraints`, errors);
  validateNames(spec, path, errors);
  if (errors.length === before && Object.isFrozen(spec)) passed.add(spec);
};

/** Checks that containers with an unmasked /proc are in a user namespace of their own. */
const validateProcMounts = (spec: PodSpec, path: string, errors: FieldError[]): void => {
  if ((spec as { readonly hostUsers?: boolean }).hostUsers === false) return;
  for (const list of ["initContainers", "containers", "ephemeralContainers"] as const) {
    for (const [i, { securityContext }] of (spec[list] ?? []).entries()) {
      const type = (securityContext as { readonly procMount?: string } | undefined)?.procMount;
      if (type !== "Unmasked") continue;
      errors.push(invalidValue(`${path}.${list}[${i}].securityContext.procMount`, type, "`hostUsers` must be false to use `Unmasked`"));
    }
  }
};

/** Checks a pod template: its labels and its spec. */
export const validatePodTemplate = (template: PodTemplateSpec, path: string, errors: FieldError[]): void => {
  if (template.metadata?.labels !== undefined) validateLabels(template.metadata.labels, `${path}.labels`, errors);
  if (template.metadata?.annotations !== undefined) validateAnnotations(template.metadata.annotations, `${path}.annotations`, errors);
  validatePodSpec(template.spec, `${path}.spec`, errors);
};

/** Validates images of pods and not of templates, where stored objects could become invalid. */
export const validatePodImages = ({ containers, initContainers = [] }: PodSpec, errors: FieldError[]): void => {
  const detail = "must not have leading or trailing whitespace";
  for (const [list, members] of [
    ["containers", containers ?? []],
    ["initContainers", initContainers],
  ] as const) {
    members.forEach(({ image }, i) => {
      if (image !== undefined && image !== image.trim()) errors.push(invalidValue(`spec.${list}[${i}].image`, image, detail));
    });
  }
};

/** Checks the parts of a pod that hang together with its metadata. */
export const validatePodMetadata = (metadata: ObjectMeta, spec: PodSpec, errors: FieldError[]): void => {
  const isMirror = metadata.annotations?.["kubernetes.io/config.mirror"] !== undefined;
  if (!isMirror || spec.nodeName) return;
  const field = "metadata.annotations[kubernetes.io/config.mirror]";
  errors.push(
    invalidValue(field, metadata.annotations?.["kubernetes.io/config.mirror"], "must set spec.nodeName if mirror pod annotation is set"),
  );
};

const RESTART_POLICIES = ["Always", "OnFailure", "Never"];
const DNS_POLICIES = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];

const oneOf = (value: string | undefined, allowed: readonly string[], path: string, errors: FieldError[]): void => {
  if (value === undefined || value === "") errors.push(required(path));
  else if (!allowed.includes(value)) errors.push(unsupported(path, value, allowed));
};

const validateContainers = (spec: PodSpec, volumes: ReadonlySet<string>, path: string, errors: FieldError[]): void => {
  const containers = spec.containers ?? [];
  if (containers.length === 0) errors.push(required(`${path}.containers`));
  const names = new Set<string>();
  containers.forEach((container, i) => {
    const place = `${path}.containers[${i}]`;
    validateContainer(container, { path: place, role: "app", volumes, names }, errors);
  });
  validateHostPorts(spec, path, errors);
  (spec.initContainers ?? []).forEach((container, i) => {
    const place = `${path}.initContainers[${i}]`;
    const role = container.restartPolicy === "Always" ? "app" : "init";
    validateContainer(container, { path: place, role, volumes, names }, errors);
  });
  validateEphemeralContainers(spec, { path: `${path}.ephemeralContainers`, volumes, names }, errors);
};

const validateHostPorts = ({ containers, hostNetwork }: PodSpec, path: string, errors: FieldError[]): void => {
  const taken = new Set<string>();
  (containers ?? []).forEach((container, i) => {
    (container.ports ?? []).forEach((port, j) => {
      const place = `${path}.containers[${i}].ports[${j}]`;
      if (hostNetwork === true && port.hostPort !== port.containerPort) {
        errors.push(invalidValue(`${place}.hostPort`, port.hostPort ?? 0, "must match `containerPort` when `hostNetwork` is true"));
      }
      if (port.hostPort === undefined) return;
      const key = `${port.protocol}/${port.hostPort}`;
      if (taken.has(key)) errors.push(duplicate(`${place}.hostPort`, `${port.protocol}//${port.hostPort}`));
      taken.add(key);
    });
  });
};

const validateNames = (spec: PodSpec, path: string, errors: FieldError[]): void => {
  const check = (value: string | undefined, member: string, problemsOf: (text: string) => readonly string[]): void => {
    if (value) errors.push(...invalidEach(`${path}.${member}`, value, problemsOf(value)));
  };
  check(spec.serviceAccountName, "serviceAccountName", subdomainProblems);
  check(spec.nodeName, "nodeName", subdomainProblems);
  validateDeadline(spec, path, errors);
  check(spec.hostname, "hostname", labelProblems);
  check(spec.subdomain, "subdomain", labelProblems);
  for (const [i, toleration] of (spec.tolerations ?? []).entries()) validateToleration(toleration, `${path}.tolerations[${i}]`, errors);
  validateAliases(spec, `${path}.hostAliases`, errors);
  check(spec.priorityClassName, "priorityClassName", subdomainProblems);
  check(spec.runtimeClassName, "runtimeClassName", subdomainProblems);
  const preemption = spec.preemptionPolicy;
  if (preemption !== undefined && !PREEMPTION.includes(preemption)) {
    errors.push(unsupported(`${path}.preemptionPolicy`, preemption, PREEMPTION));
  }
};

const PREEMPTION = ["PreemptLowerPriority", "Never"];

const validateAliases = ({ hostAliases = [] }: PodSpec, path: string, errors: FieldError[]): void => {
  hostAliases.forEach(({ ip, hostnames = [] }, i) => {
    errors.push(...ipErrors(`${path}[${i}].ip`, ip ?? ""));
    for (const [j, name] of hostnames.entries())
      errors.push(...invalidEach(`${path}[${i}].hostnames[${j}]`, name, subdomainProblems(name)));
  });
};

const validateDeadline = (spec: PodSpec, path: string, errors: FieldError[]): void => {
  const deadline = spec.activeDeadlineSeconds;
  if (deadline !== undefined && (deadline < 1 || deadline > INT32_MAX)) {
    errors.push(invalidValue(`${path}.activeDeadlineSeconds`, deadline, `must be between 1 and ${INT32_MAX}, inclusive`));
  }
};

const INT32_MAX = 2_147_483_647;
