import type { ProgramBehaviour } from "#kube/app/behaviour.ts";
import { isRecording, recordRead } from "../kernel/recorded-reads.ts";
import type { World } from "../kernel/world.ts";
import type { AppProgram } from "../processes/app-program.ts";
import { componentOf } from "../processes/component-of.ts";
import { PROCESSES, type Process } from "../processes/process.ts";
import type { Leg } from "./evaluation/call-legs.ts";
import type { Evaluation } from "./evaluation/evaluation.ts";
import { brokerLeg } from "./evaluation/publish-message.ts";
import { type BrokerSetting, reachBroker } from "./evaluation/reach-broker.ts";

/** Ways of the messages of a topic at a broker: each group gets all of them, and its members share them. */
export const deliveries = (evaluation: Evaluation, broker: Process, topic: string): readonly Leg[] => {
  const readers = consumers(evaluation.world).filter(
    ({ process, consumes }) => consumes.topic === topic && brokerOf(evaluation.world, process, consumes) === broker,
  );
  return [...Map.groupBy(readers, ({ consumes }) => consumes.group).values()].flatMap((members) =>
    members.map(
      ({ process, consumes: { operation, product } }): Leg => ({
        to: componentOf(process.start.pod),
        server: process,
        operation,
        protocol: product === "kafka" ? "messages" : "amqp-messages",
        rate: 1 / members.length,
        message: "{error}",
        outcome: evaluation.outcomeOf(process, operation),
      }),
    ),
  );
};

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
  readonly consumes: NonNullable<ProgramBehaviour["consumes"]>;
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
