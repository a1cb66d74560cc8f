import { err, ok } from "#core/result.ts";
import type { ServiceAccount } from "#kube/types/cluster.ts";
import type { Container, Pod, PodSpec, Volume } from "#kube/types/pod.ts";
import { forbidden } from "../../http/status.ts";
import { freezeDeep, mapSame } from "../../schema/codec/same.ts";
import type { RequestContext } from "../../schema/kind-strategy.ts";
import { drawSuffix } from "../../store/identifiers.ts";
import { getObject } from "../../store/store.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { requestedName } from "./requested-name.ts";

/** Every pod runs as a service account that exists, and finds its token mounted. */
export const serviceAccount: AdmissionPlugin = {
  resources: new Set(["pods"]),
  mutate: (context, object, old) => {
    const pod = object as Pod;
    if (old !== undefined || pod.metadata.annotations?.["kubernetes.io/config.mirror"] !== undefined) return ok(object);
    const namespace = pod.metadata.namespace ?? "";
    const name = pod.spec.serviceAccountName ?? "default";
    const account = getObject<ServiceAccount>(context.world, "serviceaccounts", namespace, name);
    if (account === undefined) {
      const cause = `error looking up service account ${namespace}/${name}: serviceaccount "${name}" not found`;
      return err(forbidden(context.row, requestedName(pod.metadata), cause));
    }
    const spec = withPullSecrets({ ...pod.spec, serviceAccountName: name, serviceAccount: name }, account);
    return ok({ ...pod, spec: mountsToken(pod.spec, account) ? withToken(context, pod, spec) : spec });
  },
};

const TOKEN_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";

const mountsToken = (spec: PodSpec, account: ServiceAccount): boolean =>
  spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;

const withPullSecrets = (spec: PodSpec, { imagePullSecrets = [] }: ServiceAccount): PodSpec =>
  spec.imagePullSecrets !== undefined || imagePullSecrets.length === 0 ? spec : { ...spec, imagePullSecrets };

const withToken = ({ world }: RequestContext, pod: Pod, spec: PodSpec): PodSpec => {
  const given = spec.volumes?.find((volume) => volume.name.startsWith("kube-api-access-"));
  const name = given?.name ?? `kube-api-access-${drawSuffix(world.rng(`apiserver/token-volume/${pod.metadata.uid}`))}`;
  const mount = (container: Container): Container => {
    const mounts = container.volumeMounts ?? [];
    if (mounts.some(({ mountPath }) => mountPath === TOKEN_PATH)) return container;
    return { ...container, volumeMounts: [...mounts, { name, readOnly: true, mountPath: TOKEN_PATH }] };
  };
  const containers = mapSame(spec.containers, mount);
  const initContainers = spec.initContainers === undefined ? undefined : mapSame(spec.initContainers, mount);
  if (containers === spec.containers && initContainers === spec.initContainers) return spec;
  const volumes = given === undefined ? [...(spec.volumes ?? []), tokenVolume(name)] : (spec.volumes as readonly Volume[]);
  return { ...spec, containers, ...(initContainers !== undefined && { initContainers }), volumes };
};

const tokenVolume = (name: string): Volume => ({ name, projected: TOKEN_SOURCES });

const TOKEN_SOURCES = freezeDeep({
  defaultMode: 420,
  sources: [
    { serviceAccountToken: { expirationSeconds: 3607, path: "token" } },
    { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
    { downwardAPI: { items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }] } },
  ],
});
