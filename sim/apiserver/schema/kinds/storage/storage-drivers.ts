import { isSameJson } from "#core/canonical-json.ts";
import { qualifiedNameProblems, subdomainProblems } from "#kube/objects/names.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import type { KubeObject, LabelSelector } from "#kube/types/meta.ts";
import { duplicate, type FieldError, inOrder, invalidEach, invalidValue, required, tooLong, unsupported } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { immutable } from "../../validation/immutable.ts";
import { validateLabelSelector } from "../../validation/label-selector.ts";

interface Driver extends KubeObject {
  readonly spec?: DriverSpec;
}

interface DriverSpec {
  readonly attachRequired?: boolean;
  readonly fsGroupPolicy?: string;
  readonly tokenRequests?: readonly { readonly audience?: string; readonly expirationSeconds?: number }[];
  readonly volumeLifecycleModes?: readonly string[];
  readonly nodeAllocatableUpdatePeriodSeconds?: number;
  readonly serviceAccountTokenInSecrets?: boolean;
}

/** Strategy of CSIDrivers. */
export const driverKind = defineKind<Driver>({
  requiresResourceVersion: true,
  // The first change of what is wanted begins to count.
  prepareUpdate: (driver, old) =>
    isSameJson(driver.spec, old.spec)
      ? driver
      : { ...driver, metadata: { ...driver.metadata, generation: (old.metadata.generation ?? 0) + 1 } },
  validate: ({ spec = {} }, errors) => {
    const { fsGroupPolicy: policy, volumeLifecycleModes: modes = [], nodeAllocatableUpdatePeriodSeconds: period } = spec;
    if (policy !== undefined && !GROUP_POLICIES.includes(policy)) errors.push(unsupported("spec.fsGroupPolicy", policy, GROUP_POLICIES));
    errors.push(...tokenErrors(spec.tokenRequests ?? []));
    for (const mode of modes) if (!LIFECYCLES.includes(mode)) errors.push(unsupported("spec.volumeLifecycleModes", mode, LIFECYCLES));
    if (period !== undefined && period < 10)
      errors.push(invalidValue("spec.nodeAllocatableUpdatePeriodSeconds", period, "must be greater than or equal to 10 seconds"));
    const inSecrets = spec.serviceAccountTokenInSecrets;
    if (inSecrets !== undefined && (spec.tokenRequests ?? []).length === 0) {
      const detail = "serviceAccountTokenInSecrets is set but no tokenRequests are specified";
      errors.push(invalidValue("spec.serviceAccountTokenInSecrets", inSecrets, detail));
    }
  },
  validateUpdate: ({ spec }, old, errors) => {
    immutable(spec?.attachRequired, old.spec?.attachRequired, "spec.attachedRequired", errors);
    immutable(spec?.volumeLifecycleModes, old.spec?.volumeLifecycleModes, "spec.volumeLifecycleModes", errors);
  },
  warn: ({ spec = {} }, old, warnings) => {
    if (old === undefined && (spec.tokenRequests ?? []).length > 0 && spec.serviceAccountTokenInSecrets === undefined)
      warnings.push(TOKENS_IN_SIGHT);
  },
});

const GROUP_POLICIES = ["File", "None", "ReadWriteOnceWithFSType"];
const LIFECYCLES = ["Persistent", "Ephemeral"];
const TOKENS_IN_SIGHT =
  "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes";

const TOKEN_SECONDS_MIN = 600;
const TOKEN_SECONDS_MAX = 2 ** 32;

const tokenErrors = (requests: NonNullable<DriverSpec["tokenRequests"]>): readonly FieldError[] => {
  const seen = new Set<string>();
  return requests.flatMap(({ audience = "", expirationSeconds: seconds }, i) => {
    const path = `spec.tokenRequests[${i}]`;
    if (seen.has(audience)) return [duplicate(`${path}.audience`, audience)];
    seen.add(audience);
    if (seconds === undefined) return [];
    const field = `${path}.expirationSeconds`;
    if (seconds < TOKEN_SECONDS_MIN) return [invalidValue(field, seconds, "may not specify a duration less than 10 minutes")];
    return seconds > TOKEN_SECONDS_MAX ? [invalidValue(field, seconds, "may not specify a duration larger than 2^32 seconds")] : [];
  });
};

interface DriversOfNode extends KubeObject {
  readonly spec?: { readonly drivers?: readonly NodeDriver[] };
}

interface NodeDriver {
  readonly name?: string;
  readonly nodeID?: string;
  readonly topologyKeys?: readonly string[];
  readonly allocatable?: { readonly count?: number };
}

/** Strategy of CSINodes. */
export const driversOfNodeKind = defineKind<DriversOfNode>({
  requiresResourceVersion: true,
  validate: ({ spec }, errors) => {
    const names = new Set<string>();
    for (const [i, driver] of (spec?.drivers ?? []).entries()) errors.push(...nodeDriverErrors(driver, names, `spec.drivers[${i}]`));
  },
  validateUpdate: ({ spec }, old, errors) => {
    for (const before of old.spec?.drivers ?? []) {
      for (const after of spec?.drivers ?? []) {
        if (before.name !== after.name || isSameJson(fixedOf(before), fixedOf(after))) continue;
        errors.push(invalidValue("spec.drivers", inOrder(fixedOf(after)), "field is immutable"));
      }
    }
  },
});

/** Immutable fields of a node's driver, in the server's internal form. */
const fixedOf = ({ name = "", nodeID = "", topologyKeys }: NodeDriver): object => ({
  Name: name,
  NodeID: nodeID,
  TopologyKeys: topologyKeys ?? null,
  Allocatable: null,
});

const NODE_ID_MAX = 256;

const nodeDriverErrors = (driver: NodeDriver, names: Set<string>, path: string): readonly FieldError[] => {
  const { name = "", nodeID = "", topologyKeys, allocatable } = driver;
  const errors: FieldError[] = [...driverNameErrors(name, `${path}.name`)];
  if (nodeID === "") errors.push(required(`${path}.nodeID`));
  if (nodeID.length > NODE_ID_MAX) errors.push(invalidValue(`${path}.nodeID`, nodeID, `must be ${NODE_ID_MAX} characters or less`));
  const count = allocatable?.count;
  if (count !== undefined && count < 0) errors.push(invalidValue(`${path}.allocatable.count`, count, "must be greater than or equal to 0"));
  if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
  names.add(name);
  (topologyKeys ?? []).forEach((key, i, keys) => {
    if (key === "") errors.push(required(path));
    if (keys.indexOf(key) < i) errors.push(duplicate(path, key));
    errors.push(...invalidEach(path, key, qualifiedNameProblems(key)));
  });
  return errors;
};

const DRIVER_NAME_MAX = 63;

/** Field errors of a reference to a CSI driver. */
export const driverNameErrors = (name: string, path: string): readonly FieldError[] => {
  if (name === "") return [required(path)];
  return [
    ...(name.length > DRIVER_NAME_MAX ? [tooLong(path, DRIVER_NAME_MAX)] : []),
    ...invalidEach(path, name, subdomainProblems(name.toLowerCase())),
  ];
};

interface Capacity extends KubeObject {
  readonly nodeTopology?: LabelSelector;
  readonly storageClassName?: string;
  readonly capacity?: string;
}

/** Strategy of CSIStorageCapacities. */
export const capacityKind = defineKind<Capacity>({
  requiresResourceVersion: true,
  validate: ({ nodeTopology, storageClassName: name = "", capacity }, errors) => {
    if (nodeTopology !== undefined) validateLabelSelector(nodeTopology, "nodeTopology", errors);
    errors.push(...invalidEach("storageClassName", name, subdomainProblems(name)));
    if (capacity !== undefined && compareQuantities(capacity, "0") < 0)
      errors.push(invalidValue("capacity", capacity, "must be greater than or equal to 0"));
  },
  validateUpdate: ({ nodeTopology, storageClassName }, old, errors) => {
    immutable(nodeTopology, old.nodeTopology, "nodeTopology", errors);
    immutable(storageClassName, old.storageClassName, "storageClassName", errors);
  },
});
