import { parseJson } from "#core/parse-json.ts";
import { apiPath, type parseApiPath as Parse, parseApiPath } from "#kube/ports/api-path.ts";
import type { ApiResponse, ClusterPort, WriteRequest } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";

/** A command of the agent that wrote, with what its objects were before it. */
export interface OwnCommand {
  /** Command line as it was given. */
  readonly line: string;
  /** In the order of the first write to each. */
  readonly objects: readonly WrittenObject[];
}

/** An object that a command wrote. */
export interface WrittenObject {
  readonly resource: string;
  readonly namespace?: string | undefined;
  readonly name: string;
  /** Undefined: it was not there. */
  readonly before: KubeObject | undefined;
}

/** A port that remembers what is written through it. */
export interface RecordedPort {
  readonly cluster: ClusterPort;
  objects(): readonly WrittenObject[];
}

/** Records the objects that are written through a port as they were before; dry runs, reviews and what is refused are no writes. */
export const recordWrites = (cluster: ClusterPort): RecordedPort => {
  const written = new Map<string, WrittenObject>();
  const note = (object: WrittenObject): void => {
    const key = `${object.resource} ${object.namespace ?? ""}/${object.name}`;
    if (!written.has(key)) written.set(key, object);
  };
  return {
    objects: () => [...written.values()],
    cluster: {
      ...cluster,
      write: async (request) => {
        const target = parseApiPath(request.path);
        if (target === undefined || !isChange(target, request)) return await cluster.write(request);
        const before = await readBefore(cluster, target, request);
        const answer = await cluster.write(request);
        if (answer.status >= 300) return answer;
        const { resource, namespace } = target;
        if (request.method === "POST") note({ resource, namespace, name: nameIn(answer), before: undefined });
        else
          for (const object of before)
            note({ resource, namespace: object.namespace ?? namespace, name: object.name, before: object.before });
        return answer;
      },
    },
  };
};

type Target = NonNullable<ReturnType<typeof Parse>>;

/** Subresources that are a part of their object; a write to any other, such as an eviction, leaves no object that could be put back. */
const OWN_PARTS: ReadonlySet<string | undefined> = new Set([undefined, "scale", "ephemeralcontainers", "resize"]);

const isChange = ({ resource, subresource }: Target, { query = {} }: WriteRequest): boolean =>
  query["dryRun"] === undefined && OWN_PARTS.has(subresource) && !/reviews(\.|$)/.test(resource) && !resource.startsWith("events");

/** An object of a target as it is before a write. */
interface Before {
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly before: KubeObject | undefined;
}

const readBefore = async (cluster: ClusterPort, target: Target, request: WriteRequest): Promise<readonly Before[]> => {
  if (request.method === "POST") return [];
  const { resource, namespace, name } = target;
  if (name !== undefined) {
    const { status, body } = await cluster.read({ path: apiPath({ resource, namespace, name }) });
    return [{ name, before: status === 200 ? (body as KubeObject) : undefined }];
  }
  // A whole collection is deleted, or what a selector chooses of it.
  const { labelSelector, fieldSelector } = request.query ?? {};
  const query = { ...(labelSelector !== undefined && { labelSelector }), ...(fieldSelector !== undefined && { fieldSelector }) };
  const { body } = await cluster.read({ path: request.path, query });
  const { items = [] } = Object(body) as { readonly items?: readonly KubeObject[] };
  return items.map((before) => ({ namespace: before.metadata.namespace, name: before.metadata.name, before }));
};

const nameIn = ({ body }: ApiResponse): string => {
  const { metadata } = Object(typeof body === "string" ? parseJson(body) : body) as Partial<KubeObject>;
  return metadata?.name ?? "";
};
