import { toBytes } from "#shell/machine/bytes.ts";
import type { ContainerCall } from "../../../../containers/container-applet.ts";
import { endOffset, type KafkaData, type KafkaPartition } from "../../server/kafka-data.ts";
import { splitPlace, table } from "./offset-table.ts";
import { firstValue, type Options } from "./options.ts";

/** `--reset-offsets`: shows where a group would go on, or lets it. */
export const resetOffsets = (
  call: ContainerCall,
  { name, data, keep }: { readonly name: string; readonly data: KafkaData; keep(data: KafkaData): void },
  options: Options,
): number => {
  const scopes =
    options["--all-topics"] !== undefined
      ? [...new Set(Object.keys(data.groups[name] ?? {}).map((place) => splitPlace(place)[0]))]
      : (options["--topic"] ?? []);
  if (scopes.length === 0) {
    call.err("One of the reset scopes should be defined: --all-topics, --topic.\n");
    return 1;
  }
  const next: Record<string, number> = { ...data.groups[name] };
  const rows: (readonly string[])[] = [];
  for (const scope of scopes) {
    const [topic = "", only] = scope.split(":");
    const known = data.topics[topic];
    if (known === undefined) {
      call.err(
        toBytes(
          `\nError: Executing consumer group command failed due to org.apache.kafka.common.errors.UnknownTopicOrPartitionException: This server does not host this topic-partition.\n`,
        ),
      );
      return 1;
    }
    for (const [index, partition] of known.partitions.entries()) {
      if (only !== undefined && !only.split(",").includes(`${index}`)) continue;
      const before = next[`${topic}-${index}`] ?? partition.start;
      const wanted = newOffset(options, before, partition);
      if (wanted === undefined) {
        call.err("One of the reset plans should be defined: --to-offset, --shift-by, --to-earliest, --to-latest, --to-current.\n");
        return 1;
      }
      next[`${topic}-${index}`] = Math.min(endOffset(partition), Math.max(partition.start, wanted));
      rows.push([name, topic, `${index}`, `${next[`${topic}-${index}`]}`]);
    }
  }
  if (options["--execute"] !== undefined) keep({ ...data, groups: { ...data.groups, [name]: next } });
  call.out(toBytes(`\n${table([["GROUP", "TOPIC", "PARTITION", "NEW-OFFSET"], ...rows])}`));
  return 0;
};

const newOffset = (options: Options, before: number, partition: KafkaPartition): number | undefined => {
  if (options["--to-earliest"] !== undefined) return partition.start;
  if (options["--to-latest"] !== undefined) return endOffset(partition);
  if (options["--to-current"] !== undefined) return before;
  const [offset, shift] = [firstValue(options, "--to-offset"), firstValue(options, "--shift-by")];
  if (offset !== undefined) return Number(offset);
  return shift === undefined ? undefined : before + Number(shift);
};
