import type { Result } from "#core/result.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { RequestContext } from "../../schema/kind-strategy.ts";
import type { AdmissionRequest } from "../webhooks/match-webhook.ts";

/** One member of the admission chain; `old` is undefined on creation. */
export interface AdmissionPlugin {
  /** Resources that it looks at; missing: all. */
  readonly resources?: ReadonlySet<string>;
  /** Changes the object, or refuses it, before validation. */
  readonly mutate?: (context: RequestContext, object: KubeObject, old: KubeObject | undefined) => Result<KubeObject, Status>;
  /** Refuses the settled object, just before it is stored. */
  readonly validate?: (context: RequestContext, object: KubeObject, old: KubeObject | undefined) => Status | undefined;
  /** Refuses a deletion. */
  readonly validateDeletion?: (context: RequestContext, object: KubeObject) => Status | undefined;
  /** Refuses a connection: an exec, an attachment, a forwarded port, a proxied request. */
  readonly validateConnection?: (request: AdmissionRequest) => Status | undefined;
}
