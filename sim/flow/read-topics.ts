import type { ConsumesBehaviour } from "#kube/app/message-behaviour.ts";
import { isRecording, recordRead } from "../kernel/recorded-reads.ts";
import type { World } from "../kernel/world.ts";
import type { AppProgram } from "../processes/app-program.ts";
import { componentOf } from "../processes/component-of.ts";
import { PROCESSES, type Process } from "../processes/process.ts";
import type { Leg } from "./evaluation/call-legs.ts";
import type { Evaluation } from "./evaluation/evaluation.ts";
import { brokerLeg } from "./evaluation/publish-message.ts";
import { type BrokerSetting, reachBroker } from "./evaluation/reach-broker.ts";

/** Running members of one group that read the same topic of the same broker. */
export interface Readers {
  readonly broker: Process;
  readonly consumes: ConsumesBehaviour;
  readonly members: readonly Consumer[];
}

/** Groups of readers that reach their broker: each gets all messages of its topic, and its members share them. */
export const readers = (world: World): readonly Readers[] => {
  const groups = new Map<string, { readonly broker: Process; readonly consumes: ConsumesBehaviour; readonly members: Consumer[] }>();
  for (const consumer of consumers(world)) {
    const { process, consumes } = consumer;
    const broker = brokerOf(world, process, consumes);
    if (broker === undefined) continue;
    const key = `${broker.key} ${consumes.topic} ${consumes.group}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { broker, consumes, members: [consumer] });
    else known.members.push(consumer);
  }
  return [...groups.values()];
};

/** Ways of a group's messages to its members. */
export const deliveries = (evaluation: Evaluation, { consumes: { operation, product, topic, group }, members }: Readers): readonly Leg[] =>
  members.map(({ process }) => ({
    to: componentOf(process.start.pod),
    server: process,
    operation,
    protocol: product === "kafka" ? "messages" : "amqp-messages",
    rate: 1 / members.length,
    message: "{error}",
    outcome: evaluation.outcomeOf(process, operation),
    reads: { topic, group },
  }));

/** Requests for messages that consumers send to their broker, whether or not there are any. */
export const polls = (world: World): readonly { readonly process: Process; readonly leg: Leg }[] =>
  consumers(world).map(({ process, app, consumes: { product, address, topic } }) => ({
    process,
    leg: brokerLeg(world, process, app, {
      product,
      address,
      message: app.behaviour.log.callFailed.publish,
      operation: `${topic} receive`,
      rate: POLLS_PER_S[product],
    }),
  }));

/** Fetches of a client of Kafka; attempts of one of RabbitMQ to connect again, which waits 5 s between them. */
const POLLS_PER_S = { kafka: 1, rabbitmq: 0.2 } as const;

/** Running processes that read a topic, taken down as something that the traffic was made from. */
const consumers = (world: World): readonly Consumer[] => {
  const found = findConsumers(world);
  if (isRecording())
    recordRead({
      kind: "answer",
      holds: (later) => {
        const now = findConsumers(later);
        return now.length === found.length && now.every(({ process }, i) => process === found[i]?.process);
      },
    });
  return found;
};

interface Consumer {
  readonly process: Process;
  readonly app: AppProgram;
  readonly consumes: ConsumesBehaviour;
}

const findConsumers = (world: World): readonly Consumer[] => {
  const processes = world.map<Process>(PROCESSES);
  return world.memo("flow/consumers", processes.revision, () =>
    processes.values().flatMap((process): readonly Consumer[] => {
      const { app, phase } = process;
      const consumes = app?.behaviour.consumes;
      return app === undefined || consumes === undefined || phase !== "running" ? [] : [{ process, app, consumes }];
    }),
  );
};

const brokerOf = (world: World, process: Process, setting: BrokerSetting): Process | undefined => {
  const reached = reachBroker(world, process, setting);
  return reached.kind === "reached" ? reached.server : undefined;
};
