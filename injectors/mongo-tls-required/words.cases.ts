import type { FaultTexts } from "../fault-words.ts";

export default {
  app: "social-network",
  resource: "deployment/url-shorten-mongodb",
  params: {
    store: "deployment/url-shorten-mongodb",
    container: "url-shorten-mongodb",
    args: ["--config", "/social-network-microservices/config/mongod.conf"],
    certificate: "/social-network-microservices/tls/tls.pem",
  },
  resources: [
    "deploy/url-shorten-mongodb",
    "pod/url-shorten-mongodb-7d9f8c6b5-x2kqp",
    "service/url-shorten-mongodb",
    "container/url-shorten-mongodb",
  ],
  otherResources: ["deployment/url-shorten-service", "deployment/user-mongodb", "service/user-mongodb"],
  texts: [
    "url-shorten-mongodb requires TLS, which its clients do not speak.",
    "deployment/url-shorten-mongodb runs with tls mode requireTLS.",
    "TLS was turned on in url-shorten-mongodb.",
    "url-shorten-service cannot connect because url-shorten-mongodb demands TLS.",
    "The mongod of url-shorten-mongodb only accepts TLS connections now.",
    "The tlsMode of url-shorten-mongodb is set to requireTLS.",
    "url-shorten-mongodb enforces TLS.",
    "url-shorten-mongodb has a TLS mode mismatch with its client.",
    "The root cause is --tlsMode=requireTLS in the args of url-shorten-mongodb.",
    "url-shorten-mongodb was switched to requireTLS.",
    "TLS is required by url-shorten-mongodb since its last restart.",
    "Somebody enabled TLS on url-shorten-mongodb.",
    "url-shorten-mongodb accepts only TLS.",
  ],
  types: [
    "tls-mode-mismatch",
    "tls mode mismatch",
    "mongo-tls-required",
    "requireTLS",
    "tls required",
    "store requires tls",
    "tls mismatch",
    "mongodb tls enforced",
  ],
} satisfies FaultTexts;
