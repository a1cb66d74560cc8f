import type { ResourceRow } from "#kube/objects/resources.ts";

/** Kind of the body of a subresource. */
export type SentKind = Pick<ResourceRow, "group" | "kind" | "version">;

export const BINDING: SentKind = Object.freeze({ group: "", version: "v1", kind: "Binding" });
export const EVICTION: SentKind = Object.freeze({ group: "policy", version: "v1", kind: "Eviction" });
export const SCALE: SentKind = Object.freeze({ group: "autoscaling", version: "v1", kind: "Scale" });
export const TOKEN_REQUEST: SentKind = Object.freeze({ group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" });

/** The kind that a path takes: for most subresources that of the resource itself. */
export const sentKindOf = (row: ResourceRow, subresource: string | undefined): SentKind =>
  (subresource === undefined ? undefined : SENT_KINDS[subresource]) ?? row;

const SENT_KINDS: Readonly<Record<string, SentKind>> = { binding: BINDING, eviction: EVICTION, scale: SCALE, token: TOKEN_REQUEST };
