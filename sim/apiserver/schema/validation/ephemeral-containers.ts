import { isSameJson } from "#core/canonical-json.ts";
import type { EphemeralContainer, PodSpec } from "#kube/types/pod.ts";
import { type FieldError, forbiddenField, notFoundValue } from "../field-error.ts";
import { validateContainer } from "./container.ts";
import { goUnifiedDiff } from "./go-unified-diff.ts";
import { internalText } from "./internal-pod.ts";

/** Field path of a pod's ephemeral containers, and the volumes that they may mount. */
export interface EphemeralPlace {
  readonly path: string;
  readonly volumes: ReadonlySet<string>;
  /** Names of the pod's other containers; their own are added. */
  readonly names: Set<string>;
}

/** Checks the ephemeral containers of a pod: no part of the workload rests on them. */
export const validateEphemeralContainers = (
  { ephemeralContainers = [] }: PodSpec,
  { path, volumes, names }: EphemeralPlace,
  errors: FieldError[],
): void => {
  const targets = new Set(names);
  ephemeralContainers.forEach((container, i) => {
    const place = `${path}[${i}]`;
    validateContainer(container, { path: place, role: "ephemeral", volumes, names }, errors);
    const { targetContainerName } = container;
    if (targetContainerName && !targets.has(targetContainerName))
      errors.push(notFoundValue(`${place}.targetContainerName`, targetContainerName));
    for (const member of NOT_FOR_THEM) if (isSet(container[member])) errors.push(forbiddenField(`${place}.${member}`, DETAIL));
    (container.volumeMounts ?? []).forEach((mount, j) => {
      if (mount.subPath) errors.push(forbiddenField(`${place}.volumeMounts[${j}].subPath`, DETAIL));
    });
  });
};

const DETAIL = "cannot be set for an Ephemeral Container";
const NOT_FOR_THEM = [
  "ports",
  "resources",
  "resizePolicy",
  "restartPolicy",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "lifecycle",
] as const;

const isSet = (value: unknown): boolean => value !== undefined && (typeof value !== "object" || Object.keys(value as object).length > 0);

/** Checks a change of the ephemeral containers of a pod: they come, and neither change nor go. */
export const validateEphemeralUpdate = (spec: PodSpec, old: PodSpec, errors: FieldError[]): void => {
  for (const before of old.ephemeralContainers ?? []) {
    const after = spec.ephemeralContainers?.find(({ name }) => name === before.name);
    if (after === undefined) refuse(before, "removed\n", errors);
    else if (!isSameJson(after, before)) {
      const [was, wanted] = [before, after].map((container) => internalText("EphemeralContainer", container));
      refuse(before, `changed\n${goUnifiedDiff(was as string, wanted as string)}`, errors);
    }
  }
};

const refuse = ({ name }: EphemeralContainer, what: string, errors: FieldError[]): void => {
  errors.push(forbiddenField("spec.ephemeralContainers", `existing ephemeral containers "${name}" may not be ${what}`));
};
