import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Status } from "#kube/types/meta.ts";
import { WAYS_OUT, type WayOut } from "./ways-out.ts";

/** A way out that a dry run did not find closed. */
export interface OpenWay extends Pick<WayOut, "title" | "closedBy"> {
  /** Answer of the API server, in words. */
  readonly answer: string;
}

/**
 * Tries the ways out of a namespace by server-side dry runs, which change nothing.
 * @param cluster as the agent, or, where there is none yet, as an operator: the level of Pod Security is the same for both
 * @param closedBy the ways to try
 */
export const findOpenWays = async (
  cluster: ClusterPort,
  namespace: string,
  closedBy: readonly WayOut["closedBy"][],
): Promise<readonly OpenWay[]> => {
  const open: OpenWay[] = [];
  for (const way of WAYS_OUT.filter((one) => closedBy.includes(one.closedBy))) {
    const { status, body } = await cluster.write({ ...way.request(namespace), query: { dryRun: "All" } });
    if (status === 403 && isRefusal(way, (body as Status).message ?? "")) continue;
    open.push({ title: way.title, closedBy: way.closedBy, answer: status < 400 ? "allowed" : ((body as Status).message ?? `${status}`) });
  }
  return open;
};

/** True for a refusal by what has to close the way: a pod may be refused for other reasons, such as a missing account. */
const isRefusal = ({ closedBy }: WayOut, message: string): boolean =>
  closedBy === "role" || message.includes(closedBy === "policy" ? "ValidatingAdmissionPolicy" : "violates PodSecurity");
