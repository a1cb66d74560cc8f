import type { KubeObject } from "#kube/types/meta.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { createKubernetesPort } from "#pool/kubernetes/create-kubernetes-port.ts";

/** Reason why no real cluster can play an app with these images; undefined: the one of the kubeconfig can. */
export const findMissingImage = async (kubeconfigPath: string | undefined, images: readonly string[]): Promise<string | undefined> => {
  if (kubeconfigPath === undefined) return "KUBEDRILL_TEST_KUBECONFIG names none";
  const port = createKubernetesPort({ kubeconfigPath });
  const nodes = await listObjects<ImageHolder>(port, { resource: "nodes" });
  await port.close();
  const isThere = (image: string): boolean => nodes.every(({ status }) => listsImage(status?.images ?? [], image));
  const missing = images.find((image) => !isThere(image));
  return missing && `a node lacks the image ${missing}: build it with charts/actor/build-image.ts and load it`;
};

/** True if a node has an image for all that it says: a list that is full leaves out the smallest, so that another one of the registry counts as well. */
const listsImage = (images: ImageList, image: string): boolean => {
  const registry = image.slice(0, image.lastIndexOf("/") + 1);
  return images.some(({ names }) => names?.some((name) => name === image || (images.length >= LISTED_MAX && name.startsWith(registry))));
};

/** Number of images that a kubelet lists unless it is told otherwise (`nodeStatusMaxImages`). */
const LISTED_MAX = 50;

type ImageList = readonly { readonly names?: readonly string[] }[];

/** The part of a node that lists its images. */
interface ImageHolder extends KubeObject {
  readonly status?: { readonly images?: ImageList };
}
