import { isSameJson } from "#core/canonical-json.ts";
import type { Container, Pod, ResourceRequirements } from "#kube/types/pod.ts";
import { type FieldError, forbiddenField, invalidValue } from "../field-error.ts";
import { qosClassOf } from "../kinds/pod/qos-class.ts";

/** The pod with the wished resources of its containers; whatever else a resize asks for is left out. */
export const resizedPod = (pod: Pod, old: Pod): Pod => {
  // Other containers than before are for the validation to refuse.
  if (!LISTS.every((list) => sameNames(pod.spec[list], old.spec[list]))) return pod;
  const resized = LISTS.flatMap((list) => {
    const before = old.spec[list];
    return before === undefined ? [] : [[list, before.map((container, i) => withResourcesOf(container, pod.spec[list]?.[i]))]];
  });
  return { ...old, spec: { ...old.spec, ...Object.fromEntries(resized) } };
};

/** Validates a resize: only CPU and memory of containers and sidecars may change, and none may be removed. */
export const validatePodResize = (pod: Pod, old: Pod, errors: FieldError[]): void => {
  if (old.metadata.annotations?.[MIRROR] !== undefined) {
    errors.splice(0, errors.length, forbiddenField("", "static pods cannot be resized"));
    return;
  }
  if ((old.status?.qosClass ?? qosClassOf(old.spec)) !== qosClassOf(pod.spec))
    errors.push(invalidValue("spec", pod.status?.qosClass ?? "", "Pod QOS Class may not change as a result of resizing"));
  const misplaced = LISTS.flatMap((list) => orderProblems(list, pod.spec[list] ?? [], old.spec[list] ?? []));
  if (misplaced.length > 0) {
    errors.push(...misplaced);
    return;
  }
  for (const list of ["initContainers", "containers"] as const)
    (old.spec[list] ?? []).forEach((before, i) => {
      const after = pod.spec[list]?.[i];
      if (list === "containers" || isSidecar(before)) errors.push(...removalProblems(`spec.${list}[${i}].resources`, after, before));
    });
  for (const list of LISTS)
    (old.spec[list] ?? []).forEach((before, i) => {
      const problem = changeProblem(list, (pod.spec[list] ?? [])[i] as Container, before);
      if (problem !== undefined) errors.push(forbiddenField("spec", problem));
    });
};

const LISTS = ["containers", "initContainers"] as const;
const MIRROR = "kubernetes.io/config.mirror";
const MUTABLE: readonly string[] = ["cpu", "memory"];

type Containers = readonly Container[];

const isSidecar = ({ restartPolicy }: Container): boolean => restartPolicy === "Always";

const sameNames = (after: Containers = [], before: Containers = []): boolean =>
  after.length === before.length && after.every(({ name }, i) => name === before[i]?.name);

const withResourcesOf = (old: Container, { resources, resizePolicy }: Partial<Container> = {}): Container => {
  const { resources: _resources, resizePolicy: _policy, ...kept } = old;
  return { ...kept, ...(resizePolicy !== undefined && { resizePolicy }), ...(resources !== undefined && { resources }) };
};

const orderProblems = (list: string, after: Containers, before: Containers): readonly FieldError[] => {
  if (after.length !== before.length) return [forbiddenField(`spec.${list}`, `${list} may not be added or removed on resize`)];
  return before.flatMap(({ name }, i) =>
    after[i]?.name === name ? [] : [forbiddenField(`spec.${list}[${i}].name`, `${list} may not be renamed or reordered on resize`)],
  );
};

const removalProblems = (path: string, after: Container | undefined, before: Container): readonly FieldError[] =>
  (["requests", "limits"] as const).flatMap((side) => {
    const kept = after?.resources?.[side] ?? {};
    const isLess = Object.keys(before.resources?.[side] ?? {}).some((name) => kept[name] === undefined);
    return isLess ? [forbiddenField(`${path}.${side}`, `resource ${side} cannot be removed`)] : [];
  });

const changeProblem = (list: (typeof LISTS)[number], after: Container, before: Container): string | undefined => {
  if (list === "initContainers" && !isSidecar(before))
    return isSameJson(after, before) ? undefined : "resources for non-sidecar init containers are immutable";
  if (isSameJson(withoutMutable(after), withoutMutable(before))) return undefined;
  return `only cpu and memory resources${list === "initContainers" ? " for sidecar containers" : ""} are mutable`;
};

const withoutMutable = ({ resources, ...container }: Container): unknown => [
  container,
  fixedPart(resources?.requests),
  fixedPart(resources?.limits),
];

const fixedPart = (amounts: ResourceRequirements["requests"] = {}): unknown =>
  Object.fromEntries(Object.entries(amounts).filter(([name]) => !MUTABLE.includes(name)));
