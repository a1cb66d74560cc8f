import { serverData } from "../../runtime/server-data.ts";

/** Contents of a broker's log directory. */
export interface KafkaData {
  readonly clusterId: string;
  readonly topics: Readonly<Record<string, KafkaTopic>>;
  /** By group: the offset that comes next, by `topic-partition`. */
  readonly groups: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface KafkaTopic {
  readonly id: string;
  readonly partitions: readonly KafkaPartition[];
  readonly configs: Readonly<Record<string, string>>;
}

export interface KafkaPartition {
  readonly start: number;
  readonly records: readonly KafkaRecord[];
}

export interface KafkaRecord {
  readonly key: string | undefined;
  readonly value: string;
  readonly atMs: number;
}

/** A broker that runs. */
export interface KafkaServer {
  readonly nodeId: number;
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  /** `host:port` that clients of a port are sent on to. */
  readonly advertised: Readonly<Record<number, string>>;
}

/** Access to the data and state of Kafka brokers. */
export const kafkaStore = serverData<KafkaData, KafkaServer>("kafka", "meta.properties");

/** The offset that the next record of a partition gets. */
export const endOffset = ({ start, records }: KafkaPartition): number => start + records.length;

/** Adds records to a topic, those with a key to the partition of the key. */
export const appendRecords = (topic: KafkaTopic, records: readonly KafkaRecord[]): KafkaTopic => {
  const partitions = [...topic.partitions];
  const total = partitions.reduce((sum, partition) => sum + endOffset(partition), 0);
  for (const [index, record] of records.entries()) {
    const at = record.key === undefined ? (total + index) % partitions.length : hash(record.key) % partitions.length;
    const partition = partitions[at] as KafkaPartition;
    partitions[at] = { ...partition, records: [...partition.records, record] };
  }
  return { ...topic, partitions };
};

const hash = (key: string): number => {
  let sum = 0x9747_b28c;
  for (let i = 0; i < key.length; i++) sum = (Math.imul(sum ^ key.charCodeAt(i), 0x5bd1_e995) ^ (sum >>> 13)) >>> 0;
  return sum & 0x7fff_ffff;
};

/** New topic. */
export const newTopic = (id: string, partitions: number, configs: KafkaTopic["configs"]): KafkaTopic => ({
  id,
  partitions: Array.from({ length: partitions }, () => ({ start: 0, records: [] })),
  configs,
});
