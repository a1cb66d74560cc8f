import { toTimestamp } from "#core/timestamp.ts";
import { createServer, tcp } from "./server-program.ts";

/** RabbitMQ with its queues in memory. */
export const RABBITMQ = createServer({
  startMiB: 40,
  idleMiB: 130,
  bootMs: 12_000,
  sockets: [tcp(5672, "amqp"), tcp(15_672, "http/rabbitmq"), tcp(15_692, "http/metrics"), tcp(25_672, "erlang"), tcp(4369, "epmd")],
  lines: (world, { start: { pod } }) => {
    const at = toTimestamp(world.nowMs());
    const line = (text: string) => `${at.slice(0, 10)} ${at.slice(11, 19)}.000000+00:00 [info] <0.222.0> ${text}`;
    return [
      line("Starting RabbitMQ 3.12.14 on Erlang 25.3.2.15 [jit]"),
      line(`node           : rabbit@${pod.metadata.name}`),
      line("started TCP listener on [::]:5672"),
      line("Management plugin: HTTP (non-TLS) listener started on port 15672"),
      line("Server startup complete; 4 plugins started."),
    ];
  },
});
