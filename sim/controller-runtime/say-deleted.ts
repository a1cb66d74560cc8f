import type { Result } from "#core/result.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { Client } from "../apiserver/http/client.ts";

/** Tells an owner's event about the deletion of one of its pods, or its refusal; one that was gone already is not worth a word. */
export const sayDeleted = (
  client: Client,
  owner: KubeObject,
  pod: string,
  { outcome, component }: { readonly outcome: Result<unknown, Status>; readonly component: string },
): void => {
  if (outcome.ok) return client.event(owner, { type: "Normal", reason: "SuccessfulDelete", message: `Deleted pod: ${pod}`, component });
  if (outcome.error.reason === "NotFound") return;
  client.event(owner, { type: "Warning", reason: "FailedDelete", message: `Error deleting: ${outcome.error.message ?? ""}`, component });
};
