import type { ObjectKind } from "#injectors/fault-words.ts";
import type { AppComponent, AppRecord } from "#kube/app/app.ts";
import { workloadTarget } from "#kube/checks/fault-target.ts";
import { UNSPECIFIED, type WordedClaim } from "#rewards/diagnosis-statement.ts";
import type { Mention } from "./find-mentions.ts";
import type { Mechanism } from "./mechanism.ts";
import { isObjectKind } from "./references/name-objects.ts";

/** Claim of a mechanism on a mentioned resource. The mechanism decides the kind, so that a wrong kind in the text is forgiven. */
export const claimOf = (
  mechanism: Mechanism,
  mention: Mention | undefined,
  { sentence, app }: { readonly sentence: string; readonly app: AppRecord },
): WordedClaim => {
  const { id, on, elsewhere = {} } = mechanism;
  if (on === "all-nodes" || on === "name-server") return { resource: CLUSTER_WIDE[on], faultType: id };
  if (on === "own-namespace") return { resource: `namespace/${app.namespace}`, faultType: id };
  if (on === "node") return { resource: mention?.resource?.startsWith("node/") === true ? mention.resource : UNSPECIFIED, faultType: id };
  if (isObjectKind(on)) return { resource: objectIn(mention, on, app), faultType: id };
  if (on === "networkpolicy") return { ...policyIn(mention, sentence, app), faultType: id };
  if (mention === undefined) return { resource: on === "configmap" ? ownerOfSetting(sentence, app) : UNSPECIFIED, faultType: id };
  const { component, kind, resource } = mention;
  // A node of an earlier sentence has no settings.
  if (on === "configmap" && resource?.startsWith("node/") === true) return { resource: ownerOfSetting(sentence, app), faultType: id };
  if (component === undefined) {
    // An object that only an earlier sentence named gives way to the ConfigMap whose setting this sentence names.
    const isFromBefore = on === "configmap" && !sentence.includes(resource?.split("/").at(-1) ?? "");
    const owner = isFromBefore ? ownerOfSetting(sentence, app) : UNSPECIFIED;
    return { resource: owner === UNSPECIFIED ? (resource ?? UNSPECIFIED) : owner, faultType: id };
  }
  const other = kind === undefined || /\bservice\b/.test(sentence) ? undefined : elsewhere[kind];
  if (other !== undefined) return { resource: workloadTarget(component), faultType: other };
  // A ConfigMap that only an earlier sentence named gives way to the one whose setting this sentence names.
  const isNamedHere = kind === "configmap" && sentence.includes((resource ?? "").replace(/^configmap\//, ""));
  const owner = on === "configmap" && !isNamedHere ? ownerOfSetting(sentence, app) : UNSPECIFIED;
  return { resource: owner === UNSPECIFIED ? RESOURCE_ON[on](component, mention, app) : owner, faultType: id };
};

/** Claim that a mentioned resource is broken in an unspecified way; a bare name matches the kind of the truth. */
export const blameOf = ({ component, resource }: Mention): WordedClaim => {
  if (resource !== undefined && !/^(?:pod|replicaset)\//.test(resource)) return { resource, faultType: UNSPECIFIED };
  if (component === undefined) return { resource: UNSPECIFIED, faultType: UNSPECIFIED };
  return { resource: workloadTarget(component), faultType: UNSPECIFIED, alsoMeans: [`service/${component.name}`] };
};

/** Resources that exist once in a cluster. */
const CLUSTER_WIDE = { "all-nodes": "node/*", "name-server": "configmap/kube-system/coredns" } as const;

/** An object of this kind as written, or the custom resource that the app has of it, or the one that is called as the component. */
const objectIn = (mention: Mention | undefined, kind: ObjectKind, { components }: AppRecord): string => {
  if (mention?.resource?.startsWith(`${kind}/`) === true) return mention.resource;
  const [custom, other] = new Set(components.flatMap(({ madeFrom }) => (madeFrom?.startsWith(`${kind}/`) === true ? [madeFrom] : [])));
  if (custom !== undefined && other === undefined) return custom;
  return mention?.component === undefined ? UNSPECIFIED : `${kind}/${mention.component.name}`;
};

type NameOf = (component: AppComponent, mention: Mention, app: AppRecord) => string;

const RESOURCE_ON: Readonly<
  Record<Exclude<Mechanism["on"], "networkpolicy" | "node" | "own-namespace" | ObjectKind | keyof typeof CLUSTER_WIDE>, NameOf>
> = {
  workload: (component) => workloadTarget(component),
  object: (component, { resource }) => resource ?? workloadTarget(component),
  service: ({ name }) => `service/${name}`,
  configmap: (component, { resource }) => {
    if (resource?.startsWith("configmap/") === true) return resource;
    const [only, other] = component.configMaps;
    if (only === undefined) return UNSPECIFIED;
    // Of several ConfigMaps none is named by their consumer.
    return other === undefined ? `configmap/${only.name}` : workloadTarget(component);
  },
  mongouser: (component, _mention, app) => {
    const store =
      component.auth === undefined
        ? app.components.find((other) => other.auth !== undefined && [...other.startLoadedBy, ...other.readBy].includes(component.name))
        : component;
    return store?.auth === undefined ? UNSPECIFIED : `mongouser/${store.auth.user}@${store.auth.database}`;
  },
};

/** A setting that one component alone needs names its ConfigMap. */
const ownerOfSetting = (sentence: string, app: AppRecord): string => {
  const named = app.components.flatMap(({ configMaps }) =>
    configMaps
      .filter(({ settings = [] }) => settings.some((setting) => sentence.includes(`setting ${setting.toLowerCase()}`)))
      .map(({ name }) => name),
  );
  const [name, other] = new Set(named);
  return name !== undefined && other === undefined ? `configmap/${name}` : UNSPECIFIED;
};

/** A policy by its name, or described by the component that it stands in front of. */
const policyIn = (mention: Mention | undefined, sentence: string, app: AppRecord): Pick<WordedClaim, "resource" | "describedBy"> => {
  const mentioned = mention?.kind === "networkpolicy" ? mention.resource : undefined;
  // A policy that only an earlier sentence named gives way to the one that this sentence names.
  if (mentioned !== undefined && sentence.includes(mentioned.slice(mentioned.indexOf("/") + 1))) return { resource: mentioned };
  const written = /\bnetworkpolicy\/([a-z0-9][a-z0-9.-]*[a-z0-9])/.exec(sentence)?.[1];
  if (written !== undefined) return { resource: `networkpolicy/${written}` };
  const said = SAID_OF_POLICY.exec(sentence)?.[1];
  if (said !== undefined) return { resource: `networkpolicy/${said}` };
  const isName = (name: string | undefined): name is string =>
    name !== undefined && !NO_NAME.test(name) && !app.components.some((component) => component.name === name);
  const given = /\b(?:network[- ]?polic(?:y|ies)|netpol|policy),? (?:that is |object )?(?:named|called) ([a-z0-9][a-z0-9-]*)/.exec(
    sentence,
  )?.[1];
  if (given !== undefined) return { resource: `networkpolicy/${given}` };
  const name = [
    /\bnetwork[- ]?polic(?:y|ies)(?:\/| )+(?:(?:named|called|object|resource) )?([a-z0-9]+(?:-[a-z0-9]+)+)/,
    /\bnetpol(?:\/| )+([a-z0-9]+(?:-[a-z0-9]+)+)/,
    /\bpolicy (?:named |called )([a-z0-9][a-z0-9-]*)/,
    /\bpolicy ([a-z0-9]+(?:-[a-z0-9]+)+)/,
    /(?<![\w-])([a-z0-9]+(?:-[a-z0-9]+)+) (?:network[- ]?policy|netpol|policy)/,
    /(?<![\w-])([a-z0-9]+(?:-[a-z0-9]+)+) (?:is |was )?an? (?:[\w-]+ )?(?:network[- ]?policy|netpol)/,
    /(?:network[- ]?policy|netpol), (?:named |called )?([a-z0-9]+(?:-[a-z0-9]+)+)/,
  ]
    .map((pattern) => pattern.exec(sentence)?.[1])
    .find(isName);
  if (name !== undefined) return { resource: `networkpolicy/${name}` };
  if (mentioned !== undefined) return { resource: mentioned };
  return mention?.component === undefined
    ? { resource: UNSPECIFIED }
    : { resource: `networkpolicy/${UNSPECIFIED}`, describedBy: [mention.component.name] };
};

/** A name with what its policy does: "NetworkPolicy deny-media-db selects …". */
const SAID_OF_POLICY =
  /\bnetwork[- ]?policy ([a-z0-9]+(?:-[a-z0-9]+)+),? (?:(?:which|that) )?(?:selects|lets|allows|permits|drops|cuts|denies|isolates|has|was (?:added|created|applied))\b/;

/** Words that describe a policy's effect and are not part of its name. */
const NO_NAME = /\b(?:deny|block|drop|allow|isolating|restrictive|network|over)\b.*|^(?:ingress|egress)-|-only$|^(?:too|newly|re)-/;
