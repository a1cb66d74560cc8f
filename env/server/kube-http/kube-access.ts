import { DrillError } from "#core/drill-error.ts";
import type { EpisodeService } from "../episodes/create-episode-service.ts";
import type { OpenLive } from "../episodes/live-episode.ts";
import type { WallClock } from "../episodes/wall-clock.ts";
import { type Admission, type KubeEndpoint, openKubeEndpoint } from "./open-kube-endpoint.ts";
import type { Pace } from "./pace.ts";

/** Access of agents to the Kubernetes API of their episodes. The endpoint opens for the first of them. */
export interface KubeAccess {
  /** The kubeconfig of a running episode; asked again, the same one. @throws DrillError EPISODE_ENDED, EPISODE_UNKNOWN, BACKEND_CANNOT, … */
  admit(episodeId: string): Promise<KubeAdmission>;
  close(): Promise<void>;
}

/** Address, token and kubeconfig for an agent, and access to its telemetry. */
export type KubeAdmission = Pick<Admission, "server" | "token" | "kubeconfig" | "query">;

export interface KubeAccessOptions {
  readonly service: EpisodeService;
  readonly clock: WallClock;
  readonly host: string;
  /** Port; 0: any free port. */
  readonly port: number;
  readonly pace: Pace;
}

/** Creates the access; the end of an episode closes its part of the endpoint. */
export const createKubeAccess = ({ service, clock, host, port, pace }: KubeAccessOptions): KubeAccess => {
  const admissions = new Map<string, Promise<Admission>>();
  let endpoint: Promise<KubeEndpoint> | undefined;
  const open = (): Promise<KubeEndpoint> => {
    endpoint ??= openKubeEndpoint({ host, port, clock }).catch((cause) => {
      endpoint = undefined;
      throw DrillError.from(cause, { boundary: "the Kubernetes API endpoint", fallback: "BACKEND_DOWN" });
    });
    return endpoint;
  };
  const forget = (episodeId: string): void => {
    const admission = admissions.get(episodeId);
    admissions.delete(episodeId);
    admission?.then(
      ({ close }) => close(),
      () => undefined,
    );
  };
  const admit = async (episodeId: string): Promise<Admission> => {
    const live = service.live(episodeId);
    if (live !== undefined) {
      const { admit: letIn } = await open();
      const find = (): OpenLive => service.live(episodeId) ?? live;
      return letIn({ find, user: live.api.user, namespace: live.namespace });
    }
    const { virtualMs, user, namespace } = await service.kube({ episodeId, untilMs: 0, shiftMs: 0, frames: [] });
    const { admit: letIn } = await open();
    return letIn({ episodeId, link: { run: service.kube }, user, namespace, virtualNowMs: virtualMs, pace });
  };
  const stopListening = service.listen(({ kind, episodeId }) => {
    if (kind === "EPISODE_ENDED" && episodeId !== undefined) forget(episodeId);
  });
  return {
    admit: async (episodeId) => {
      let admission = admissions.get(episodeId);
      if (admission === undefined) {
        admission = admit(episodeId);
        admissions.set(episodeId, admission);
        admission.catch(() => admissions.delete(episodeId));
      }
      return await admission;
    },
    close: async () => {
      stopListening();
      await endpoint?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    },
  };
};
