import type { ViewRequest as WireView } from "#proto/gen/kubedrill/v1/ViewRequest.ts";
import { type Members, writeMembers } from "./write-members.ts";

/** A requested view. */
export interface ViewRequest {
  readonly name: string;
  readonly maxBytes?: number;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Converts requested views. */
export const toWireViews = (views: readonly (string | ViewRequest)[]): WireView[] =>
  views.map((view) => writeMembers("a view", VIEW, typeof view === "string" ? { name: view } : view));

const VIEW: Members<ViewRequest, WireView> = {
  name: (name) => ({ name }),
  maxBytes: (maxBytes) => ({ maxBytes }),
  params: (params) => ({ paramsJson: JSON.stringify(params) }),
};
