import { toBytes } from "#shell/machine/bytes.ts";
import { endOffset, type KafkaData } from "../../server/kafka-data.ts";
import { kafkaTool } from "./kafka-tool.ts";
import { splitPlace, table } from "./offset-table.ts";
import { firstValue } from "./options.ts";
import { resetOffsets } from "./reset-offsets.ts";

/** `kafka-consumer-groups.sh`. */
export const groups = kafkaTool({
  client: "AdminClient clientId=adminclient-1",
  gaveUp:
    "Error: Executing consumer group command failed due to org.apache.kafka.common.errors.TimeoutException: Timed out waiting for a node assignment. Call: listGroups",
  known: [
    "--list",
    "--describe",
    "--group",
    "--all-groups",
    "--delete",
    "--reset-offsets",
    "--topic",
    "--all-topics",
    "--to-earliest",
    "--to-latest",
    "--to-offset",
    "--shift-by",
    "--to-current",
    "--execute",
    "--dry-run",
    "--state",
    "--members",
    "--offsets",
    "--timeout",
  ],
  run: (call, { data, keep }, options) => {
    const name = firstValue(options, "--group");
    if (options["--list"] !== undefined) {
      call.out(
        Object.keys(data.groups)
          .sort()
          .map((group) => `${group}\n`)
          .join(""),
      );
      return 0;
    }
    const wanted = name === undefined ? Object.keys(data.groups).sort() : [name];
    if (options["--describe"] !== undefined) {
      for (const group of wanted) {
        const offsets = data.groups[group];
        if (offsets === undefined) {
          call.err(toBytes(`\nError: Consumer group '${group}' does not exist.\n`));
          return 1;
        }
        call.err(toBytes(`\nConsumer group '${group}' has no active members.\n`));
        call.out(toBytes(describeGroup(group, offsets, data)));
      }
      return 0;
    }
    const offsets = name === undefined ? undefined : data.groups[name];
    if (options["--delete"] !== undefined && name !== undefined) {
      if (offsets === undefined) {
        call.out(
          toBytes(
            `\nError: Deletion of some consumer groups failed:\n* Group '${name}' could not be deleted due to: java.util.concurrent.ExecutionException: org.apache.kafka.common.errors.GroupIdNotFoundException: The group id does not exist.\n`,
          ),
        );
        return 0;
      }
      const { [name]: _gone, ...others } = data.groups;
      keep({ ...data, groups: others });
      call.out(toBytes(`Deletion of requested consumer groups ('${name}') was successful.\n`));
      return 0;
    }
    if (options["--reset-offsets"] === undefined || name === undefined) {
      call.err("Command must include exactly one action: --list, --describe, --delete, --reset-offsets, --delete-offsets\n");
      return 1;
    }
    return resetOffsets(call, { name, data, keep }, options);
  },
});

const describeGroup = (group: string, offsets: Readonly<Record<string, number>>, { topics: known }: KafkaData): string => {
  const rows = Object.entries(offsets).flatMap(([place, offset]) => {
    const [topic = "", partition = "0"] = splitPlace(place);
    const found = known[topic]?.partitions[Number(partition)];
    return found === undefined
      ? []
      : [[group, topic, partition, `${offset}`, `${endOffset(found)}`, `${endOffset(found) - offset}`, "-", "-", "-"]];
  });
  return `\n${table([["GROUP", "TOPIC", "PARTITION", "CURRENT-OFFSET", "LOG-END-OFFSET", "LAG", "CONSUMER-ID", "HOST", "CLIENT-ID"], ...rows])}`;
};
