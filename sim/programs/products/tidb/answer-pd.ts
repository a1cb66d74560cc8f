import type { World } from "../../../kernel/world.ts";
import type { HttpAnswer, HttpRequest } from "../../../network/http/answer-http.ts";
import type { Process } from "../../../processes/process.ts";
import type { PdMember } from "../../../stores/tidb/pd/pd-data.ts";
import { contactAt, type PdContact } from "../../../stores/tidb/pd/reach-pd.ts";
import { liveStores } from "../../../stores/tidb/tikv/live-stores.ts";

/** Answer of a PD over HTTP; undefined: nothing is at that path. */
export const answerPd = (world: World, pd: Process, { path: target }: HttpRequest): HttpAnswer | undefined => {
  const [path = ""] = target.split("?", 1);
  const read = Object.hasOwn(READS, path) ? READS[path] : undefined;
  if (read === undefined) return undefined;
  const contact = contactAt(world, pd);
  if (contact === undefined) return { kind: "answer", status: 503, body: '"no leader"\n', afterMs: 3 };
  return { kind: "answer", status: 200, body: `${JSON.stringify(read(world, pd, contact), null, 2)}\n`, afterMs: 3 };
};

const READS: Readonly<Record<string, (world: World, pd: Process, contact: PdContact) => unknown>> = {
  "/pd/api/v1/members": (_world, _pd, { data, leader }) => ({
    header: { cluster_id: data.clusterId },
    members: data.members.map(memberJson),
    leader: memberJson(leader),
    etcd_leader: memberJson(leader),
  }),
  "/pd/api/v1/health": (_world, _pd, { data, alive }) =>
    data.members.map((member) => ({
      name: member.name,
      member_id: member.id,
      client_urls: [`http://${member.client}`],
      health: alive.some(({ member: other }) => other.name === member.name),
    })),
  "/pd/api/v1/cluster": (_world, _pd, { data }) => ({ id: data.clusterId, max_peer_count: 3 }),
  "/pd/api/v1/stores": (world, pd, { data }) => {
    const up = new Set(liveStores(world, pd, data).map(({ store }) => store.id));
    return {
      count: data.stores.length,
      stores: data.stores.map(({ id, address }) => ({ store: { id, address, state_name: up.has(id) ? "Up" : "Disconnected" } })),
    };
  },
};

const memberJson = ({ name, id, client, peer }: PdMember) => ({
  name,
  member_id: id,
  peer_urls: [`http://${peer}`],
  client_urls: [`http://${client}`],
});
