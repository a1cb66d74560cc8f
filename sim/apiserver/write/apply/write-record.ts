import { keepFor } from "#core/keep-for.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import type { Managers } from "#kube/structured-merge/managers.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { UserInfo } from "../../http/client.ts";
import type { KindStrategy, RequestContext } from "../../schema/kind-strategy.ts";

/**
 * Record of a write, from which managedFields are computed. Field sets are computed on demand, which in most worlds never comes.
 *
 * It is data, as all that a world keeps.
 */
export interface WriteRecord {
  readonly row: ResourceRow;
  readonly form: ManagedForm;
  readonly user: UserInfo;
  /** As the client named itself; undefined: known by its user. */
  readonly fieldManager: string | undefined;
  readonly subresource: string | undefined;
  /** The object as sent: decoded and defaulted, before admission and the kind added to it. */
  readonly sent: KubeObject;
  /** Managers after a server-side apply; undefined for any other verb. */
  readonly applied: Managers | undefined;
}

/** Part of a kind's strategy on which managers depend. */
export type ManagedForm = { readonly [Name in "typeName" | "schema" | "hasStatus"]?: KindStrategy[Name] | undefined };

/** The record of a write that is about to be committed. */
export const writeRecord = (
  { row, strategy, user, fieldManager, applied, subresource }: RequestContext,
  sent: KubeObject,
  isStatus = false,
): WriteRecord => ({ row, form: formOf(strategy), user, fieldManager, subresource: isStatus ? "status" : subresource, sent, applied });

const formOf = keepFor(({ typeName, schema, hasStatus }: KindStrategy): ManagedForm => ({ typeName, schema, hasStatus }));
