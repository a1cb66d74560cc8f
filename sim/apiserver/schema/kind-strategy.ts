import type { Result } from "#core/result.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import type { Managers } from "#kube/structured-merge/managers.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import type { UserInfo } from "../http/client.ts";
import type { Decoded } from "./codec/decode.ts";
import type { Raw } from "./codec/same.ts";
import type { FieldError } from "./field-error.ts";

/** One request on its way through the server. */
export interface RequestContext {
  readonly world: World;
  readonly row: ResourceRow;
  readonly strategy: KindStrategy;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** Treatment of unknown fields, which are dropped in any case. */
  readonly fieldValidation: "Strict" | "Warn" | "Ignore";
  /** `status`, `binding`, `finalize`, …: rules of the main resource that this one is free of are up to the kind. */
  readonly subresource?: string | undefined;
  /** Body of the subresource, where that is not the object itself: a Scale, a Binding, the options of an exec. */
  readonly sent?: SentObject | undefined;
  /** Other strict decoding errors of the body: `duplicate field "spec.replicas"`. */
  readonly strictErrors?: readonly string[] | undefined;
  /** Field manager of the client; undefined: derived from its user agent. */
  readonly fieldManager?: string | undefined;
  /** Managers after this server-side apply; undefined for every other verb. */
  readonly applied?: Managers | undefined;
  /** Texts of `Warning` headers, in order; handlers append to it. */
  readonly warnings: string[];
  /** A component of the cluster asks, which reads no warnings: what takes work to find is not looked for. */
  readonly isComponent?: boolean;
}

/** Body of a subresource that has a kind of its own, and the object that the request is about. */
export interface SentObject {
  readonly kind: Pick<ResourceRow, "group" | "kind" | "version">;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** Rules for names of a kind. */
export type NameRule = "subdomain" | "label" | "dns1035" | "path-segment" | "address";

/** Strategy of a kind: its differences from most kinds, all optional. */
export interface KindStrategy<T extends KubeObject = KubeObject> {
  /** Row of the type table; missing: the kind. */
  readonly typeName?: string;
  /** Decodes objects without a row in the type table: custom resources. */
  readonly decode?: (input: Raw) => Decoded;
  /** Declared by a definition: checked as a whole, writes to the status included, and updates by `validateUpdate` alone. */
  readonly isCustom?: boolean;
  /** The OpenAPI schema of a custom resource; it decides how its objects are merged. Missing: the type table does. */
  readonly schema?: object;
  /** Missing: subdomain. */
  readonly nameRule?: NameRule;
  /** True when the generation counts changes of the desired state. */
  readonly hasGeneration?: boolean;
  /** True where the whole body except the metadata is the desired state, as in kinds without a spec. */
  readonly countsWholeBody?: boolean;
  /** The generation counts changes of annotations too. */
  readonly countsAnnotations?: boolean;
  /** The generation counts changes of labels too. */
  readonly countsLabels?: boolean;
  /** True when the status is written through its own subresource only. */
  readonly hasStatus?: boolean;
  /** True when an update must have a resourceVersion. */
  readonly requiresResourceVersion?: boolean;
  readonly createsOnUpdate?: boolean;
  /** Dependents of a deleted owner when the request does not say. Missing: Background. */
  readonly defaultPropagation?: "Orphan";
  /** Field selectors besides metadata.name and metadata.namespace. */
  readonly fields?: Readonly<Record<string, (object: T) => string>>;
  /** Error for a field that is not selectable; missing: the text of most kinds. */
  readonly unknownFieldText?: (field: string) => string;
  /** Sets what only the server may set, on the defaulted object; `sent` still has the status that the client sent. */
  prepareCreate?(object: T, context: RequestContext, sent: T): T;
  prepareUpdate?(object: T, old: T, context: RequestContext): T;
  /** The same of a write to the status alone. */
  prepareStatus?(object: T, old: T, context: RequestContext): T;
  validate?(object: T, errors: FieldError[], context: RequestContext): void;
  /** Checks of a creation besides those of `validate`. */
  validateCreate?(object: T, errors: FieldError[]): void;
  /** Checks of an update besides those of `validate`. */
  validateUpdate?(object: T, old: T, errors: FieldError[], context: RequestContext): void;
  /** Validates an update of the status subresource. */
  validateStatus?(object: T, errors: FieldError[], old: T): unknown;
  /** Allocates addresses and ports before validation; a failed allocation is the only error reported. */
  allocate?(object: T, old: T | undefined, errors: FieldError[], context: RequestContext): T;
  /** A stored object in the version of the request, where another program has to say what that is. Missing: they are the same. */
  fromStored?(object: T, context: RequestContext): Result<T, Status>;
  /** Converts the other way, to the stored version. */
  toStored?(object: T, context: RequestContext): Result<T, Status>;
  /** Seconds between a deletion and the disappearance; undefined: at once. */
  gracePeriodSeconds?(object: T, requested: number | undefined): number | undefined;
  /** Marks an object that will linger after its deletion. */
  prepareDelete?(object: T, context: RequestContext): T;
  /** Finalizers of the server's own that a deletion adds. */
  readonly finalizersOnDelete?: readonly string[];
  warn?(object: T, old: T | undefined, warnings: string[]): void;
}

/** Declares a kind's strategy with the kind's own type. */
export const defineKind = <T extends KubeObject>(strategy: KindStrategy<T>): KindStrategy =>
  Object.freeze(strategy) as unknown as KindStrategy;
