import { keepFor } from "#core/keep-for.ts";
import { knownRow } from "../objects/custom-kinds.ts";
import { apiVersionOf, type ResourceRow } from "../objects/resources.ts";
import { bodyOf } from "../ports/api-error.ts";
import { apiPath } from "../ports/api-path.ts";
import type { ApiResponse, ClusterView } from "../ports/cluster-port.ts";
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
export const listObjects = async <T extends KubeObject>(view: ClusterView, request: ListObjects): Promise<readonly T[]> =>
  itemsOf(await readList(view, request), request);

/** Lists objects as `listObjects` does, and none of a kind that the cluster does not serve. */
export const listServed = async <T extends KubeObject>(view: ClusterView, request: ListObjects): Promise<readonly T[]> => {
  const answer = await readList(view, request);
  return answer.status === 404 ? [] : itemsOf(answer, request);
};

const readList = (view: ClusterView, { resource, namespace, labelSelector, fieldSelector }: ListObjects): Promise<ApiResponse> => {
  const query = { ...(labelSelector && { labelSelector }), ...(fieldSelector && { fieldSelector }) };
  return view.read({ path: apiPath({ resource, namespace }), query });
};

const itemsOf = <T extends KubeObject>(answer: ApiResponse, { resource }: ListObjects): readonly T[] =>
  typedItems(bodyOf<KubeList<T>>(answer, `list ${resource}`).items, resource) as readonly T[];

/** Typed items by list: a simulated server returns the same list until an item changes. */
const typedItems = keepFor((items: readonly KubeObject[], resource: string): readonly KubeObject[] =>
  items.map((item) => withType(item, resource)),
);

/** Adds apiVersion and kind to an item; the same object for the same item, so that later lists can be compared by identity. */
const withType = <T extends KubeObject>(item: T, resource: string): T => {
  if (item.kind !== undefined) return item;
  const row = knownRow(resource);
  return row === undefined ? item : (withTypeOf(item, row) as T);
};

const withTypeOf = keepFor(
  (item: KubeObject, row: ResourceRow): KubeObject => ({ ...item, apiVersion: apiVersionOf(row), kind: row.kind }),
);
