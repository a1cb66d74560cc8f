import type { KubeObject } from "#kube/types/meta.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { createKubernetesPort } from "#pool/kubernetes/create-kubernetes-port.ts";

/** Reason why no real cluster can play an app with these images; undefined: the one of the kubeconfig can. */
export const findMissingImage = async (kubeconfigPath: string | undefined, images: readonly string[]): Promise<string | undefined> => {
  if (kubeconfigPath === undefined) return "KUBEDRILL_TEST_KUBECONFIG names none";
  const port = createKubernetesPort({ kubeconfigPath });
  const nodes = await listObjects<ImageHolder>(port, { resource: "nodes" });
  await port.close();
  const isThere = (image: string): boolean => nodes.every(({ status }) => status?.images?.some(({ names }) => names?.includes(image)));
  const missing = images.find((image) => !isThere(image));
  return missing && `a node lacks the image ${missing}: build it with charts/actor/build-image.ts and load it`;
};

/** The part of a node that lists its images, at most fifty unless its kubelet is told otherwise. */
interface ImageHolder extends KubeObject {
  readonly status?: { readonly images?: readonly { readonly names?: readonly string[] }[] };
}
