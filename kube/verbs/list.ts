import { apiVersionOf, resourceRow } from "../objects/resources.ts";
import { bodyOf } from "../ports/api-error.ts";
import { apiPath } from "../ports/api-path.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { KubeList, KubeObject } from "../types/meta.ts";

/** Resource, namespace and selector of a list. */
export interface ListObjects {
  /** Plural with its API group: `pods`, `deployments.apps`. */
  readonly resource: string;
  /** Missing: all namespaces, and cluster-scoped kinds. */
  readonly namespace?: string | undefined;
  /** Label selector in the API's form: `app=geo,tier in (a,b)`. */
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/**
 * Lists objects in the order of the API: by namespace and name.
 *
 * Typed lists leave apiVersion and kind out of their items; they are put back here.
 * @throws ApiError for any answer but 200
 */
export const listObjects = async <T extends KubeObject>(
  view: ClusterView,
  { resource, namespace, labelSelector, fieldSelector }: ListObjects,
): Promise<readonly T[]> => {
  const query = { ...(labelSelector && { labelSelector }), ...(fieldSelector && { fieldSelector }) };
  const list = bodyOf<KubeList<T>>(await view.read({ path: apiPath({ resource, namespace }), query }), `list ${resource}`);
  let typed = typedLists.get(list.items);
  if (typed === undefined) {
    typed = list.items.map((item) => withType(item, resource));
    typedLists.set(list.items, typed);
  }
  return typed as readonly T[];
};

/** Typed items by list: a simulated server returns the same list until an item changes. */
const typedLists = new WeakMap<readonly KubeObject[], readonly KubeObject[]>();

/** Adds apiVersion and kind to an item; the same object for the same item, so that later lists can be compared by identity. */
const withType = <T extends KubeObject>(item: T, resource: string): T => {
  if (item.kind !== undefined) return item;
  const row = resourceRow(resource);
  if (row === undefined) return item;
  let whole = wholes.get(item);
  if (whole === undefined) {
    whole = { ...item, apiVersion: apiVersionOf(row), kind: row.kind };
    wholes.set(item, whole);
  }
  return whole as T;
};

const wholes = new WeakMap<KubeObject, KubeObject>();
