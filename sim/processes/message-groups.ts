import type { World } from "../kernel/world.ts";
import type { Process } from "./process.ts";

/** Place of a group of readers in a topic of a broker, and how it moves until something changes. */
export interface MessageGroup {
  readonly product: "kafka" | "rabbitmq";
  readonly topic: string;
  readonly group: string;
  readonly fromMs: number;
  /** Messages that were ever sent to the topic, and that come per second. */
  readonly sent: number;
  readonly sentPerS: number;
  /** Those that the group has not done yet, and by how many they grow per second. */
  readonly lag: number;
  readonly lagPerS: number;
  readonly members: readonly MessageClient[];
  /** Those who send to the topic. */
  readonly senders: readonly MessageClient[];
}

/** A program with a connection to the broker, by its component and the address of its pod. */
export interface MessageClient {
  readonly client: string;
  readonly podIP: string;
}

/** Groups that a broker knows; they live as long as its pod. */
export const messageGroups = (world: World, broker: Process): readonly MessageGroup[] => groupsAt(world, homeOf(broker));

/** The same by the broker's home. */
export const groupsAt = (world: World, home: string): readonly MessageGroup[] => world.map<readonly MessageGroup[]>(GROUPS).get(home) ?? [];

/** Replaces the groups of a broker. */
export const setMessageGroups = (world: World, home: string, groups: readonly MessageGroup[]): void =>
  world.map<readonly MessageGroup[]>(GROUPS).set(home, groups);

/** Homes of all brokers that know a group. */
export const brokerHomes = (world: World): readonly string[] => [...world.map<readonly MessageGroup[]>(GROUPS).keys()];

/** Names the pod in which a broker keeps its messages. */
export const homeOf = ({ start: { pod } }: Pick<Process, "start">): string => pod.metadata.uid ?? pod.metadata.name;

/** A group as it is at an instant. */
export const groupAt = (group: MessageGroup, atMs: number): Pick<MessageGroup, "sent" | "lag"> => {
  const seconds = (atMs - group.fromMs) / 1000;
  return { sent: group.sent + group.sentPerS * seconds, lag: Math.max(0, group.lag + group.lagPerS * seconds) };
};

const GROUPS = "messages/groups";
