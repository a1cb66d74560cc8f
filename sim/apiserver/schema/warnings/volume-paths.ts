import type { Volume } from "#kube/types/pod.ts";

/** Warns of files of one volume that are written over each other, or of which one is the other's folder. */
export const volumePathWarnings = (volumes: readonly Volume[]): readonly string[] =>
  volumes.flatMap((volume) => {
    const { name, configMap, secret, downwardAPI, projected } = volume as unknown as Sources;
    const about = (what: string, places: readonly Place[]): readonly string[] =>
      overlaps(places).map((overlap) => `volume "${name}" (${what}): overlapping paths: ${overlap}`);
    return [
      ...about(`ConfigMap "${configMap?.name ?? ""}"`, placesOf(configMap)),
      ...about(`Secret "${secret?.secretName ?? ""}"`, placesOf(secret)),
      ...about("DownwardAPI", placesOf(downwardAPI)),
      ...(projected?.sources ?? []).flatMap((source) =>
        Object.keys(source).length === 0 ? [`volume "${name}" (Projected) has no sources provided`] : [],
      ),
      ...about("Projected", (projected?.sources ?? []).flatMap(projectedPlaces)),
    ];
  });

interface Items {
  readonly name?: string;
  readonly secretName?: string;
  readonly items?: readonly { readonly path: string }[];
}

interface Projection {
  readonly configMap?: Items;
  readonly secret?: Items;
  readonly downwardAPI?: Items;
  readonly serviceAccountToken?: { readonly path: string };
  readonly clusterTrustBundle?: { readonly name?: string; readonly signerName?: string; readonly path: string };
}

interface Sources {
  readonly name: string;
  readonly configMap?: Items;
  readonly secret?: Items;
  readonly downwardAPI?: Items;
  readonly projected?: { readonly sources?: readonly Projection[] };
}

/** Path of a file, and its source where the warning names it. */
interface Place {
  readonly path: string;
  readonly source: string;
}

const placesOf = (items: Items | undefined, source = ""): readonly Place[] =>
  (items?.items ?? []).map(({ path }) => ({ path: path.replace(/\/+$/, ""), source }));

const projectedPlaces = ({ configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle }: Projection): readonly Place[] => {
  if (configMap?.items) return placesOf(configMap, `ConfigMap "${configMap.name ?? ""}"`);
  if (secret?.items) return placesOf(secret, `Secret "${secret.name ?? ""}"`);
  if (downwardAPI?.items) return placesOf(downwardAPI, "DownwardAPI");
  if (serviceAccountToken) return placesOf({ items: [serviceAccountToken] }, "ServiceAccountToken");
  if (!clusterTrustBundle) return [];
  const { name, signerName = "" } = clusterTrustBundle;
  return placesOf({ items: [clusterTrustBundle] }, `ClusterTrustBundle "${name ?? signerName}"`);
};

const overlaps = (places: readonly Place[]): readonly string[] =>
  places.flatMap((place, i) =>
    places.slice(0, i).flatMap((earlier) => (isOverlap(place, earlier) ? [`${placeText(place)} with ${placeText(earlier)}`] : [])),
  );

const isOverlap = (a: Place, b: Place): boolean =>
  a.path !== "" && b.path !== "" && (`${a.path}/`.startsWith(`${b.path}/`) || `${b.path}/`.startsWith(`${a.path}/`));

const placeText = ({ path, source }: Place): string => (source === "" ? `"${path}"` : `"${path}" (${source})`);
