import { digestText } from "#core/digest.ts";
import { toBytes } from "#shell/machine/bytes.ts";
import { groupAt, type MessageGroup, messageGroups } from "../../../../processes/message-groups.ts";
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
  run: (call, { server, data, keep }, options) => {
    const name = firstValue(options, "--group");
    const live = messageGroups(call.machine.world, server.process);
    const known = [...new Set([...Object.keys(data.groups), ...live.map(({ group }) => group)])].sort();
    if (options["--list"] !== undefined) {
      call.out(known.map((group) => `${group}\n`).join(""));
      return 0;
    }
    const wanted = name === undefined ? known : [name];
    if (options["--describe"] !== undefined) {
      for (const group of wanted) {
        const offsets = data.groups[group];
        const own = live.filter((one) => one.group === group);
        if (offsets === undefined && own.length === 0) {
          call.err(toBytes(`\nError: Consumer group '${group}' does not exist.\n`));
          return 1;
        }
        if (own.every(({ members }) => members.length === 0)) call.err(toBytes(`\nConsumer group '${group}' has no active members.\n`));
        call.out(
          toBytes(describeGroup([...own.flatMap((one) => liveRows(one, call.machine.nowMs)), ...keptRows(group, offsets ?? {}, data)])),
        );
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

const describeGroup = (rows: readonly (readonly string[])[]): string =>
  `\n${table([["GROUP", "TOPIC", "PARTITION", "CURRENT-OFFSET", "LOG-END-OFFSET", "LAG", "CONSUMER-ID", "HOST", "CLIENT-ID"], ...rows])}`;

/** A topic that the application's own programs write and read has one partition, which one member of the group reads. */
const liveRows = (group: MessageGroup, nowMs: number): readonly (readonly string[])[] => {
  const { sent, lag } = groupAt(group, nowMs);
  const end = Math.floor(sent);
  const [member] = group.members;
  const reader = member === undefined ? ["-", "-", "-"] : [`${member.client}-${readerId(group)}`, `/${member.podIP}`, member.client];
  return [[group.group, group.topic, "0", `${end - Math.round(lag)}`, `${end}`, `${Math.round(lag)}`, ...reader]];
};

/** The id that a client draws when it joins, as it is for each group. */
const readerId = ({ group, topic }: MessageGroup): string => {
  const digits = digestText(`${group} ${topic}`).slice(-32);
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join("-");
};

const keptRows = (group: string, offsets: Readonly<Record<string, number>>, { topics: known }: KafkaData): readonly (readonly string[])[] =>
  Object.entries(offsets).flatMap(([place, offset]) => {
    const [topic = "", partition = "0"] = splitPlace(place);
    const found = known[topic]?.partitions[Number(partition)];
    return found === undefined
      ? []
      : [[group, topic, partition, `${offset}`, `${endOffset(found)}`, `${endOffset(found) - offset}`, "-", "-", "-"]];
  });
