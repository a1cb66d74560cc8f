import { type ObjectShape, objectShape, type TypeRef } from "#kube/schema/field-type.ts";

/**
 * A field's path as Go's JSON decoder tells it: without positions in lists, and with the names of the structs
 * that are embedded on the way, `spec.volumes.VolumeSource.nfs.path`.
 */
export const goFieldPath = (root: ObjectShape, path: string): string => {
  const told: string[] = [];
  let shape: ObjectShape | undefined = root;
  for (const name of path.replace(/\[\d+\]/g, "").split(".")) {
    let embedded: Embedded | undefined = shape && EMBEDDED[shape.name];
    for (; embedded !== undefined && !embedded.own.includes(name); embedded = embedded.inner) told.push(embedded.name);
    told.push(name);
    shape = shapeOf(shape?.fields.get(name)?.type);
  }
  return told.join(".");
};

interface Embedded {
  readonly name: string;
  /** Fields of the struct itself; all others are those of the embedded one. */
  readonly own: readonly string[];
  /** Struct embedded in the embedded struct. */
  readonly inner?: Embedded;
}

const reference = (...own: readonly string[]): Embedded => ({ name: "LocalObjectReference", own });

const EMBEDDED: Readonly<Record<string, Embedded>> = {
  Volume: { name: "VolumeSource", own: ["name"] },
  PersistentVolumeSpec: {
    name: "PersistentVolumeSource",
    own: [
      "capacity",
      "accessModes",
      "claimRef",
      "persistentVolumeReclaimPolicy",
      "storageClassName",
      "mountOptions",
      "volumeMode",
      "nodeAffinity",
      "volumeAttributesClassName",
    ],
  },
  Probe: {
    name: "ProbeHandler",
    own: [
      "initialDelaySeconds",
      "timeoutSeconds",
      "periodSeconds",
      "successThreshold",
      "failureThreshold",
      "terminationGracePeriodSeconds",
    ],
  },
  EphemeralContainer: { name: "EphemeralContainerCommon", own: ["targetContainerName"] },
  NamedRuleWithOperations: { name: "RuleWithOperations", own: ["resourceNames"], inner: { name: "Rule", own: ["operations"] } },
  RuleWithOperations: { name: "Rule", own: ["operations"] },
  IngressRule: { name: "IngressRuleValue", own: ["host"] },
  ConfigMapVolumeSource: reference("items", "defaultMode", "optional"),
  ConfigMapProjection: reference("items", "optional"),
  SecretProjection: reference("items", "optional"),
  ConfigMapEnvSource: reference("optional"),
  SecretEnvSource: reference("optional"),
  ConfigMapKeySelector: reference("key", "optional"),
  SecretKeySelector: reference("key", "optional"),
};

const shapeOf = (type: TypeRef | undefined): ObjectShape | undefined => {
  if (type === undefined || type.kind === "primitive") return undefined;
  if (type.kind === "object") return objectShape(type.name);
  return shapeOf(type.kind === "list" ? type.item : type.value);
};
