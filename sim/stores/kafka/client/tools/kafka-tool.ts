import type { Applet, AppletCall, AppletResult } from "../../../../shell/interpreter/applet-call.ts";
import { fromBytes, toBytes } from "../../../../shell/machine/bytes.ts";
import { dialKafka, type KafkaLink, warn } from "../kafka-link.ts";
import { type Options, readOptions } from "./options.ts";

/** A tool that reads its options, reaches a broker or gives up, and then does its work. */
export const kafkaTool =
  ({ client, gaveUp, known, run }: Tool): Applet =>
  (call) => {
    const options = readOptions(call.args.map(fromBytes));
    const stranger = Object.keys(options).find((name) => !known.includes(name) && !COMMON.includes(name));
    if (stranger !== undefined) {
      call.err(
        toBytes(
          `Exception in thread "main" joptsimple.UnrecognizedOptionException: ${stranger.replace(/^--/, "")} is not a recognized option\n`,
        ),
      );
      return 1;
    }
    const [bootstrap] = options["--bootstrap-server"] ?? options["--broker-list"] ?? [];
    if (bootstrap === undefined) {
      call.err('Missing required argument "[bootstrap-server]"\n');
      return 1;
    }
    const dialled = dialKafka(call, bootstrap, client);
    if (dialled.kind === "connected") return run(call, dialled.link, options);
    if (dialled.kind === "no-such-host") {
      warn(
        call,
        "WARN",
        `Couldn't resolve server ${bootstrap} from bootstrap.servers as DNS resolution failed for ${bootstrap.split(":")[0]} (org.apache.kafka.clients.ClientUtils)`,
      );
      call.err(
        'Exception in thread "main" org.apache.kafka.common.KafkaException: Failed to create new KafkaAdminClient\nCaused by: org.apache.kafka.common.config.ConfigException: No resolvable bootstrap urls given in bootstrap.servers\n',
      );
      return 1;
    }
    const startedAtMs = typeof call.state === "number" ? call.state : call.machine.nowMs;
    warn(call, "WARN", dialled.warning);
    if (call.machine.nowMs - startedAtMs < GIVE_UP_MS)
      return call.awaitTime(Math.min(call.machine.nowMs + 5000, startedAtMs + GIVE_UP_MS), startedAtMs);
    call.err(`${gaveUp}\n`);
    return 1;
  };

interface Tool {
  readonly client: string;
  /** Error text when no server answers. */
  readonly gaveUp: string;
  readonly known: readonly string[];
  run(call: AppletCall, link: KafkaLink, options: Options): AppletResult;
}

const GIVE_UP_MS = 60_000;

const COMMON = ["--bootstrap-server", "--command-config", "--broker-list"];
