import { badProcMount, badSeccomp } from "./baseline-checks.ts";
import { containersOf, containersText, hasOwnUsers, type PodCheck, plural, quoted, settersOf, sortedSet } from "./checked-pod.ts";

const allowPrivilegeEscalation: PodCheck = (spec) => {
  if (spec.os?.name === "windows") return undefined;
  const names = containersOf(spec)
    .filter(({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false)
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  return {
    reason: "allowPrivilegeEscalation != false",
    detail: `${containersText(names)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

const capabilities: PodCheck = (spec) => {
  if (spec.os?.name === "windows") return undefined;
  const all = containersOf(spec);
  const undropped = all
    .filter(({ securityContext }) => securityContext?.capabilities?.drop?.includes("ALL") !== true)
    .map(({ name }) => name);
  const addedBy = (container: (typeof all)[number]): readonly string[] =>
    (container.securityContext?.capabilities?.add ?? []).filter((name) => name !== "NET_BIND_SERVICE");
  const adding = all.filter((container) => addedBy(container).length > 0);
  const details = [
    ...(undropped.length > 0 ? [`${containersText(undropped)} must set securityContext.capabilities.drop=["ALL"]`] : []),
    ...(adding.length > 0
      ? [
          `${containersText(adding.map(({ name }) => name))} must not include ${quoted(sortedSet(adding.flatMap(addedBy)))} in securityContext.capabilities.add`,
        ]
      : []),
  ];
  return details.length === 0 ? undefined : { reason: "unrestricted capabilities", detail: details.join("; ") };
};

const ALLOWED_VOLUMES = [
  "configMap",
  "csi",
  "downwardAPI",
  "emptyDir",
  "ephemeral",
  "image",
  "persistentVolumeClaim",
  "projected",
  "secret",
];

const restrictedVolumes: PodCheck = ({ volumes = [] }) => {
  const bad = volumes.filter((volume) => !ALLOWED_VOLUMES.some((type) => volume[type] !== undefined));
  if (bad.length === 0) return undefined;
  const types = sortedSet(bad.map((volume) => Object.keys(volume).find((key) => key !== "name") ?? "unknown"));
  const uses = bad.length === 1 ? "uses" : "use";
  const names = bad.map(({ name }) => name);
  return {
    reason: "restricted volume types",
    detail: `${plural("volume", names)} ${quoted(names)} ${uses} ${plural("restricted volume type", types)} ${quoted(types)}`,
  };
};

const runAsNonRoot: PodCheck = (spec, _annotations, at) => {
  if (hasOwnUsers(spec, at)) return undefined;
  const setters = settersOf(spec, ({ runAsNonRoot: isSet }) => isSet === false);
  const reason = "runAsNonRoot != true";
  if (setters.length > 0) return { reason, detail: `${setters.join(" and ")} must not set securityContext.runAsNonRoot=false` };
  if (spec.securityContext?.runAsNonRoot === true) return undefined;
  const names = containersOf(spec)
    .filter(({ securityContext }) => securityContext?.runAsNonRoot === undefined)
    .map(({ name }) => name);
  return names.length === 0 ? undefined : { reason, detail: `pod or ${containersText(names)} must set securityContext.runAsNonRoot=true` };
};

const runAsUser: PodCheck = (spec, _annotations, at) => {
  if (hasOwnUsers(spec, at)) return undefined;
  const setters = settersOf(spec, ({ runAsUser: user }) => user === 0);
  return setters.length === 0 ? undefined : { reason: "runAsUser=0", detail: `${setters.join(" and ")} must not set runAsUser=0` };
};

const seccompProfile: PodCheck = (spec, annotations, at) => {
  if (spec.os?.name === "windows") return undefined;
  const explicit = badSeccomp(spec, annotations, at);
  if (explicit !== undefined || spec.securityContext?.seccompProfile !== undefined) return explicit;
  const names = containersOf(spec)
    .filter(({ securityContext }) => securityContext?.seccompProfile === undefined)
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  return {
    reason: "seccompProfile",
    detail: `pod or ${containersText(names)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
  };
};

/** The checks that `restricted` adds, in order, and the one of `baseline` that each takes the place of. */
export const RESTRICTED_CHECKS: readonly { readonly since: number; readonly check: PodCheck; readonly instead?: string }[] = [
  { since: 8, check: allowPrivilegeEscalation },
  { since: 22, check: capabilities, instead: "capabilities" },
  { since: 35, check: badProcMount, instead: "procMount" },
  { since: 0, check: restrictedVolumes, instead: "hostPathVolumes" },
  { since: 0, check: runAsNonRoot },
  { since: 23, check: runAsUser },
  { since: 19, check: seccompProfile, instead: "seccompProfile" },
];
