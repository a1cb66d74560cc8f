import type { ServerInfo__Output } from "#proto/gen/kubedrill/v1/ServerInfo.ts";
import { KubedrillError } from "./errors.ts";
import { type Member, type NamedFact, readMember } from "./fleet-member.ts";
import { place, type Start } from "./placement.ts";

/** Parts of a reset by which it is placed. */
export interface PlacedReset {
  readonly episodeId: string;
  readonly groupId: string;
  readonly start: Start;
}

export interface FleetOptions {
  /** The target, as messages name it. */
  readonly text: string;
  /** Time for which a server that is away is waited for, ms. */
  readonly budgetMs: number;
  /** True: the episodes of one that is away for longer are lost; false: they wait on. */
  readonly isLoss: boolean;
  /** True: addresses come and go, and tell nothing of who answers there. */
  readonly isNamed: boolean;
  readonly now: () => number;
}

/** Servers of a client: which are ready, and where each episode and group is. Does no I/O. */
export class Fleet<Connection> {
  readonly #options: FleetOptions;
  readonly #members = new Map<string, Member<Connection>>();
  readonly #homes = new Map<string, string | typeof LOST>();
  readonly #groups = new Map<string, { readonly server: string; started: number }>();

  constructor(options: FleetOptions) {
    this.#options = options;
  }

  get members(): readonly Member<Connection>[] {
    return [...this.#members.values()];
  }

  /** Records what a server says of itself. */
  note(address: string, connection: Connection, info: ServerInfo__Output): void {
    const seen = readMember(address, connection, info);
    for (const other of this.#members.values()) {
      if (other.address !== address || other.id === seen.id) continue;
      this.markAway(other);
      other.connection = this.#options.isNamed ? undefined : connection;
    }
    const known = this.#members.get(seen.id);
    if (known?.isReady && known.address !== address && known.connection !== undefined) return; // two addresses of one server
    this.#members.set(seen.id, known === undefined ? seen : Object.assign(known, seen, { episodes: known.episodes }));
  }

  /** Records that nobody answers at an address. */
  noteSilence(address: string): void {
    for (const member of this.#members.values()) if (member.address === address) this.markAway(member);
  }

  /** Records that a server left a call unanswered. */
  markAway(member: Member<Connection>): void {
    member.isReady = false;
    member.failedAtMs = this.#options.now();
    member.awaySinceMs ??= member.failedAtMs;
  }

  /** Forgets servers that are away, without episodes, and no more at these addresses. @returns their former addresses */
  keepOnly(addresses: readonly string[]): readonly string[] {
    const gone = this.members.filter((one) => one.awaySinceMs !== undefined && one.episodes === 0 && !addresses.includes(one.address));
    for (const { id } of gone) this.#members.delete(id);
    return gone.map(({ address }) => address);
  }

  /** Places a reset, or finds the server of its episode or group. @throws KubedrillError none is ready, they differ, or it is lost */
  routeReset({ episodeId, groupId, start }: PlacedReset): Member<Connection> {
    if (this.#homes.has(episodeId)) return this.routeEpisode(episodeId);
    this.#checkEqual();
    const home = this.#members.get(this.#groups.get(groupId)?.server ?? "");
    if (home !== undefined && !this.#loseIfLate(home)) return home;
    const member = this.routeAny(start);
    member.room -= start.need ?? 1;
    if (groupId !== "") this.#keepGroup(groupId, member.id);
    return member;
  }

  /** Finds the server of an episode. @throws KubedrillError it is lost, or of another client */
  routeEpisode(episodeId: string): Member<Connection> {
    const home = this.#homes.get(episodeId);
    if (home === undefined) {
      const says = `episode ${episodeId} is none of this client's, so its server is not known; connect to that one`;
      throw new KubedrillError(says, { code: "NOT_FOUND", reason: "EPISODE_UNKNOWN" });
    }
    const member = home === LOST ? undefined : this.#members.get(home);
    if (member !== undefined && !this.#loseIfLate(member)) return member;
    const away = `was away for more than ${this.#options.budgetMs / 1_000} s`;
    throw new KubedrillError(`the server of episode ${episodeId} ${away}; discard the sample`, { code: "DATA_LOSS", reason: "SLOT_LOST" });
  }

  /** Chooses a server that is ready. @throws KubedrillError there is none */
  routeAny(start: Start): Member<Connection> {
    const server = place(new Map(this.#ready().map(({ id, room }) => [id, room])), start);
    if (server !== undefined) return this.#members.get(server)!;
    const says = `no server of ${this.#options.text} is ready; start one with \`kubedrill serve\`, or correct the addresses`;
    throw new KubedrillError(says, { code: "UNAVAILABLE" });
  }

  /** Records a reset that was answered. @returns false if its group has gone elsewhere meanwhile */
  accept({ episodeId, groupId }: Omit<PlacedReset, "start">, member: Member<Connection>): boolean {
    const group = this.#groups.get(groupId);
    if (group !== undefined && group.server !== member.id) return false;
    if (group !== undefined) group.started++;
    this.settle(episodeId, member);
    return true;
  }

  /** Records where an episode is. */
  settle(episodeId: string, member: Member<Connection>): void {
    if (this.#homes.get(episodeId) === member.id) return;
    this.#homes.set(episodeId, member.id);
    member.episodes++;
  }

  /** Tells that a reset may be made elsewhere, which a server did not answer or has no slot for; a group is never split. */
  move({ groupId }: Omit<PlacedReset, "start">, member: Member<Connection>, isFull: boolean): boolean {
    const group = this.#groups.get(groupId);
    if (group !== undefined && group.server === member.id && group.started > 0) return false;
    if (isFull) member.room = 0;
    if (!this.#ready().some((other) => other !== member && (other.room > 0 || !isFull))) return false;
    this.#groups.delete(groupId);
    return true;
  }

  /** Finds the server of an episode; undefined: it is lost, or of another client. */
  homeOf(episodeId: string): Member<Connection> | undefined {
    const home = this.#homes.get(episodeId);
    return home === undefined || home === LOST ? undefined : this.#members.get(home);
  }

  /** Forgets an episode that is closed. */
  forget(episodeId: string): void {
    const home = this.homeOf(episodeId);
    if (home !== undefined) home.episodes--;
    this.#homes.delete(episodeId);
  }

  #ready(): readonly Member<Connection>[] {
    return this.members.filter(({ isReady }) => isReady);
  }

  #keepGroup(groupId: string, server: string): void {
    this.#groups.delete(groupId);
    this.#groups.set(groupId, { server, started: 0 });
    const [oldest] = this.#groups.keys();
    if (this.#groups.size > GROUPS_MAX && oldest !== undefined) this.#groups.delete(oldest);
  }

  #checkEqual(): void {
    const [one, ...others] = this.#ready();
    if (one === undefined) return;
    for (const other of others)
      for (const name of Object.keys(MUST_EQUAL) as NamedFact[]) {
        if (one.facts[name] === other.facts[name]) continue;
        const values = `${JSON.stringify(one.facts[name])} and ${JSON.stringify(other.facts[name])}`;
        const says = `${one.address} and ${other.address} differ in ${name}: ${values}; ${MUST_EQUAL[name]}`;
        throw new KubedrillError(says, { code: "FAILED_PRECONDITION", reason: "SERVERS_DIFFER" });
      }
  }

  #loseIfLate(member: Member<Connection>): boolean {
    const { isLoss, budgetMs } = this.#options;
    if (!isLoss || member.awaySinceMs === undefined || member.failedAtMs - member.awaySinceMs <= budgetMs) return false;
    for (const [episodeId, home] of this.#homes) if (home === member.id) this.#homes.set(episodeId, LOST);
    for (const [groupId, { server }] of this.#groups) if (server === member.id) this.#groups.delete(groupId);
    member.episodes = 0;
    return true;
  }
}

const LOST = Symbol("lost");
const GROUPS_MAX = 65_536;

/** Facts that are equal where a draw, a group and a seed mean the same, with what to do where they differ. */
const MUST_EQUAL: Readonly<Record<NamedFact, string>> = {
  build_digest: "run one version of kubedrill on all of them",
  runtime: "run them with one version of Node on one kind of processor",
  task_key_id: "give all of them the same --task-key-file",
};
