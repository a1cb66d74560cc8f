import type { FaultTexts } from "../fault-words.ts";

export default {
  app: "social-network",
  resource: "deployment/user-timeline-redis",
  params: {
    store: "deployment/user-timeline-redis",
    container: "user-timeline-redis",
    args: ["redis-server", "/social-network-microservices/config/redis.conf"],
    password: "prod-4821",
  },
  resources: [
    "deploy/user-timeline-redis",
    "pod/user-timeline-redis-7d9f8c6b5-x2kqp",
    "service/user-timeline-redis",
    "container/user-timeline-redis",
  ],
  otherResources: ["deployment/user-timeline-service", "deployment/home-timeline-redis", "service/user-timeline-service"],
  texts: [
    "user-timeline-redis demands a password now.",
    "deployment/user-timeline-redis was started with --requirepass, which its clients do not know.",
    "user-timeline-redis answers NOAUTH to user-timeline-service.",
    "A password was set on user-timeline-redis that user-timeline-service does not have.",
    "user-timeline-redis requires authentication since its last restart.",
    "Authentication was enabled on user-timeline-redis.",
    "requirepass is set in the args of user-timeline-redis.",
    "user-timeline-service fails because user-timeline-redis requires a password.",
    "user-timeline-redis answers 'NOAUTH Authentication required' to all its clients.",
    "Somebody turned on authentication in user-timeline-redis.",
    "The root cause is the requirepass option of user-timeline-redis.",
    "user-timeline-redis is password protected, and its clients have no password.",
    "user-timeline-redis asks for a password since its last roll-out.",
  ],
  types: [
    "store-auth",
    "store auth",
    "valkey-requirepass",
    "requirepass",
    "redis requires password",
    "redis authentication enabled",
    "NOAUTH",
    "password required",
  ],
} satisfies FaultTexts;
