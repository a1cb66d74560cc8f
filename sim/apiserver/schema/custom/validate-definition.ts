import { isSameJson } from "#core/canonical-json.ts";
import { dns1035Problems, subdomainProblems } from "#kube/objects/names.ts";
import { type FieldError, invalidEach, invalidValue, required, shownAs, unsupported } from "../field-error.ts";
import { bundleErrors, conversionErrors } from "./conversion-errors.ts";
import {
  type CustomResourceDefinition,
  type DefinitionNames,
  type DefinitionVersion,
  hasCondition,
  type PrinterColumn,
  type ScalePaths,
} from "./definition.ts";
import { validateSchema } from "./validate-schema.ts";

/** Field errors of a definition, in the words and the order of the server. */
export const validateDefinition = (definition: CustomResourceDefinition): readonly FieldError[] => {
  const { metadata, spec } = definition;
  const errors: FieldError[] = [];
  if (metadata.name !== `${spec.names?.plural}.${spec.group}`)
    errors.push(invalidValue("metadata.name", metadata.name, 'must be spec.names.plural+"."+spec.group'));
  errors.push(...groupErrors(spec.group ?? ""));
  if (!spec.scope) errors.push(required("spec.scope"));
  else if (spec.scope !== "Cluster" && spec.scope !== "Namespaced")
    errors.push(unsupported("spec.scope", spec.scope, ["Cluster", "Namespaced"]));
  errors.push(...versionsErrors(spec.versions ?? []));
  for (const member of ["plural", "singular", "kind", "listKind"] as const)
    if (!spec.names?.[member]) errors.push(required(`spec.names.${member}`));
  errors.push(
    ...namesErrors(spec.names ?? {}),
    ...commonErrors(spec.versions ?? []),
    ...conversionErrors(definition),
    ...storedErrors(definition),
    ...approvalErrors(definition),
  );
  if (spec.preserveUnknownFields === true) {
    const advice = "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
    errors.push(invalidValue("spec.preserveUnknownFields", true, advice));
  }
  return errors;
};

/** Field errors of an update that changes immutable fields. */
export const validateDefinitionUpdate = (definition: CustomResourceDefinition, old: CustomResourceDefinition): readonly FieldError[] => {
  const fixed: (readonly [string, unknown, unknown])[] = [
    ["spec.group", definition.spec.group, old.spec.group],
    ["spec.names.plural", definition.spec.names.plural, old.spec.names.plural],
  ];
  if (hasCondition(old, "Established")) {
    fixed.unshift(
      ["spec.scope", definition.spec.scope, old.spec.scope],
      ["spec.names.kind", definition.spec.names.kind, old.spec.names.kind],
    );
  }
  const changed = fixed.flatMap(([field, now, before]) => (now === before ? [] : [invalidValue(field, now, "field is immutable")]));
  return [...bundleErrors(definition, old), ...changed];
};

const groupErrors = (group: string): readonly FieldError[] => {
  if (group === "") return [required("spec.group")];
  const problem = subdomainProblems(group)[0] ?? (group.includes(".") ? undefined : "should be a domain with at least one dot");
  return problem === undefined ? [] : [invalidValue("spec.group", group, problem)];
};

const versionsErrors = (versions: readonly DefinitionVersion[]): readonly FieldError[] => {
  const errors: FieldError[] = [];
  const where = sharedBy(versions);
  versions.forEach((version, i) => {
    if (version.schema?.openAPIV3Schema === undefined) errors.push(required(`spec.versions[${i}].schema.openAPIV3Schema`));
  });
  versions.forEach((version, i) => {
    const problem = dns1035Problems(version.name ?? "")[0];
    if (problem !== undefined) errors.push(invalidValue(`spec.versions[${i}].name`, version.name ?? "", problem));
    errors.push(...versionErrors(version, `spec.versions[${i}]`, where));
  });
  const shown = versions.length === 0 ? "null" : `[${versions.map(goVersion).join(",")}]`;
  if (new Set(versions.map(({ name }) => name)).size < versions.length)
    errors.push(invalidValue("spec.versions", shownAs(shown), "must contain unique version names"));
  if (versions.filter(({ storage }) => storage).length !== 1)
    errors.push(invalidValue("spec.versions", shownAs(shown), "must have exactly one version marked as storage version"));
  // The first version is also kept where definitions once had their only one.
  const first = versions[0]?.name ?? "";
  if (first !== "") errors.push(...invalidEach("spec.version", first, dns1035Problems(first)));
  return errors;
};

/** Tells which members are the same in all versions; those count as set once at the top. */
const sharedBy = (versions: readonly DefinitionVersion[]): Shared => {
  const isShared = (member: "schema" | "subresources" | "additionalPrinterColumns"): boolean =>
    versions.every((version) => isSameJson(version[member], versions[0]?.[member]));
  return { schema: isShared("schema"), subresources: isShared("subresources"), columns: isShared("additionalPrinterColumns") };
};

interface Shared {
  readonly schema: boolean;
  readonly subresources: boolean;
  readonly columns: boolean;
}

const versionErrors = (version: DefinitionVersion, path: string, shared: Shared): readonly FieldError[] => {
  const errors: FieldError[] = [];
  const { deprecated, deprecationWarning, schema, subresources, additionalPrinterColumns = [] } = version;
  if (deprecated !== true && deprecationWarning !== undefined)
    errors.push(invalidValue(`${path}.deprecationWarning`, deprecationWarning, "can only be set for deprecated versions"));
  if (!shared.schema && schema?.openAPIV3Schema !== undefined)
    errors.push(...validateSchema(schema.openAPIV3Schema, `${path}.schema.openAPIV3Schema`));
  if (!shared.subresources) errors.push(...scalePathErrors(subresources?.scale, `${path}.subresources`));
  if (!shared.columns)
    errors.push(...additionalPrinterColumns.flatMap((column, i) => columnErrors(column, `${path}.additionalPrinterColumns[${i}]`)));
  return errors;
};

const commonErrors = (versions: readonly DefinitionVersion[]): readonly FieldError[] => {
  const [first] = versions;
  return first === undefined ? [] : sharedErrors(first, sharedBy(versions));
};

const sharedErrors = (
  { schema, subresources, additionalPrinterColumns = [] }: DefinitionVersion,
  shared: Shared,
): readonly FieldError[] => [
  ...(shared.schema && schema?.openAPIV3Schema !== undefined
    ? validateSchema(schema.openAPIV3Schema, "spec.validation.openAPIV3Schema")
    : []),
  ...(shared.subresources ? scalePathErrors(subresources?.scale, "spec.subresources") : []),
  ...(shared.columns ? additionalPrinterColumns.flatMap((column, i) => columnErrors(column, `spec.additionalPrinterColumns[${i}]`)) : []),
];

/** A version as Go prints its own form of it; what all have in common is not in it. */
const goVersion = ({ name, served, storage, deprecated = false, deprecationWarning }: DefinitionVersion): string =>
  `{"Name":${JSON.stringify(name ?? "")},"Served":${served === true},"Storage":${storage === true},"Deprecated":${deprecated},"DeprecationWarning":${JSON.stringify(deprecationWarning ?? null)},"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}`;

const namesErrors = (names: Partial<DefinitionNames>): readonly FieldError[] => {
  const errors: FieldError[] = [];
  const label = (member: string, value: string | undefined): void => {
    const problem = value ? dns1035Problems(value)[0] : undefined;
    if (problem !== undefined) errors.push(invalidValue(`spec.names.${member}`, value, problem));
  };
  label("plural", names.plural);
  label("singular", names.singular);
  for (const member of ["kind", "listKind"] as const) {
    const value = names[member];
    const problem = value ? dns1035Problems(value.toLowerCase())[0] : undefined;
    if (problem !== undefined)
      errors.push(invalidValue(`spec.names.${member}`, value, `may have mixed case, but should otherwise match: ${problem}`));
  }
  names.shortNames?.forEach((name, i) => {
    errors.push(...invalidEach(`spec.names.shortNames[${i}]`, name, dns1035Problems(name)));
  });
  if (names.kind && names.kind === names.listKind)
    errors.push(invalidValue("spec.names.listKind", names.listKind, "kind and listKind may not be the same"));
  names.categories?.forEach((name, i) => {
    label(`categories[${i}]`, name);
  });
  return errors;
};

const columnErrors = ({ name, type, format, jsonPath }: PrinterColumn, path: string): readonly FieldError[] => {
  const errors: FieldError[] = [];
  if (!name) errors.push(required(`${path}.name`));
  if (!type) errors.push(required(`${path}.type`, `must be one of ${COLUMN_TYPES}`));
  else if (!COLUMN_TYPES.split(",").includes(type)) errors.push(invalidValue(`${path}.type`, type, `must be one of ${COLUMN_TYPES}`));
  if (format && !COLUMN_FORMATS.split(",").includes(format))
    errors.push(invalidValue(`${path}.format`, format, `must be one of ${COLUMN_FORMATS}`));
  if (!jsonPath) errors.push(required(`${path}.JSONPath`));
  else errors.push(...simplePathErrors(jsonPath, `${path}.JSONPath`));
  return errors;
};

const COLUMN_TYPES = "boolean,date,integer,number,string";
const COLUMN_FORMATS = "byte,date,date-time,double,float,int32,int64,password";

const simplePathErrors = (path: string, field: string): readonly FieldError[] =>
  path.startsWith(".") ? [] : [invalidValue(field, path, "must be a simple json path starting with .")];

const scalePathErrors = (scale: ScalePaths | undefined, path: string): readonly FieldError[] => {
  if (scale === undefined) return [];
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  return [
    ...scalePathError(specReplicasPath, `${path}.scale.specReplicasPath`, [".spec."], "should be a json path under .spec"),
    ...scalePathError(statusReplicasPath, `${path}.scale.statusReplicasPath`, [".status."], "should be a json path under .status"),
    ...(labelSelectorPath
      ? scalePathError(
          labelSelectorPath,
          `${path}.scale.labelSelectorPath`,
          [".spec.", ".status."],
          "should be a json path under either .spec or .status",
        )
      : []),
  ];
};

const scalePathError = (path: string, field: string, prefixes: readonly string[], wish: string): readonly FieldError[] => {
  if (!path) return [required(field)];
  const simple = simplePathErrors(path, field);
  if (simple.length > 0) return simple;
  return prefixes.some((prefix) => path.startsWith(prefix)) ? [] : [invalidValue(field, path, wish)];
};

/** Field errors for removing a version that objects are still stored in. */
const storedErrors = ({ spec, status }: CustomResourceDefinition): readonly FieldError[] => {
  const stored = status?.storedVersions ?? [];
  const names = (spec.versions ?? []).map(({ name }) => name);
  if (stored.length === 0) return [invalidValue("status.storedVersions", null, "must have at least one stored version")];
  return stored.flatMap((version, i) =>
    names.includes(version)
      ? []
      : [
          invalidValue(
            `status.storedVersions[${i}]`,
            version,
            `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`,
          ),
        ],
  );
};

/** Field errors of a group under k8s.io without an approval annotation. */
const approvalErrors = ({ metadata, spec }: CustomResourceDefinition): readonly FieldError[] => {
  if (!/(^|\.)(k8s|kubernetes)\.io$/.test(spec.group ?? "")) return [];
  const given = metadata.annotations?.[APPROVAL] ?? "";
  if (given.startsWith("unapproved") || /^https?:\/\/[^/]+/.test(given)) return [];
  const field = `metadata.annotations[${APPROVAL}]`;
  const see = "see https://github.com/kubernetes/enhancements/pull/1111";
  if (given === "") return [required(field, `protected groups must have approval annotation "${APPROVAL}", ${see}`)];
  const wish = `protected groups must have approval annotation "${APPROVAL}" with either a URL or a reason starting with "unapproved", ${see}`;
  return [invalidValue(field, given, wish)];
};

const APPROVAL = "api-approved.kubernetes.io";
