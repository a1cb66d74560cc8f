import { httpWords } from "../http-words.ts";
import type { Language, LogLine } from "../language.ts";
import { SPRING, springBody } from "./spring.ts";

/** Spring Cloud Gateway on Netty: it finds instances in a registry, and hands on whatever they answer. */
export const SPRING_GATEWAY: Language = {
  ...SPRING,
  waitsWithoutWorker: true,
  failed: (message) =>
    message.startsWith("{")
      ? []
      : [
          (atMs) =>
            SPRING.line(
              "error",
              `a.w.r.e.AbstractErrorWebExceptionHandler : [${(Math.floor(atMs) % 65_536).toString(16)}]  500 Server Error`,
            )(atMs),
          () => "",
          () => message,
          ...FRAMES.map(
            (frame): LogLine =>
              () =>
                frame,
          ),
        ],
  httpStatus: (cause) => STATUSES[cause] ?? 500,
  http: {
    ...httpWords({
      refused: (address) =>
        `io.netty.channel.AbstractChannel$AnnotatedConnectException: finishConnect(..) failed: Connection refused: /${address}`,
      dropped: (address) => `io.netty.channel.ConnectTimeoutException: connection timed out: /${address}`,
      unknown: (host) => `java.net.UnknownHostException: failed to resolve '${host}'`,
      wrong: () => "reactor.netty.http.client.PrematureCloseException: Connection prematurely closed BEFORE response",
      timeoutMs: 30_000,
      deadline: "org.springframework.cloud.gateway.support.TimeoutException: Response took longer than configured timeout",
      cutOff: "reactor.netty.http.client.PrematureCloseException: Connection prematurely closed BEFORE response",
      noAddress: "java.lang.IllegalArgumentException: Invalid host",
      answered: springBody,
      passUp: springBody,
    }),
    noAddresses: (service) =>
      `org.springframework.cloud.gateway.support.NotFoundException: 503 SERVICE_UNAVAILABLE "Unable to find instance for ${service}"`,
  },
};

const FRAMES = [
  "\tat org.springframework.cloud.gateway.filter.ReactiveLoadBalancerClientFilter.filter(ReactiveLoadBalancerClientFilter.java:99)",
  "\tat reactor.core.publisher.MonoDefer.subscribe(MonoDefer.java:52)",
  "\tat io.netty.util.concurrent.FastThreadLocalRunnable.run(FastThreadLocalRunnable.java:30)",
  "\tat java.lang.Thread.run(Thread.java:748)",
];

const STATUSES: Readonly<Record<string, number>> = { "no-addresses": 503, "timed-out": 504 };
