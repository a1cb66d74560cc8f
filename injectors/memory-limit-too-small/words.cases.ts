import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/mongodb-user",
  texts: [
    "The memory limit of mongodb-user is too small.",
    "mongodb-user is OOMKilled because its memory limit is 20Mi.",
    "deployment/mongodb-user has resources.limits.memory=16Mi, below its working set.",
    "Someone lowered the memory limit on the mongodb-user deployment.",
    "The mongodb-user pods are capped at 20Mi, so they get OOMKilled.",
    "mongodb-user is given too little memory.",
    "Service mongodb-user has a memory limit that is too low.",
    "mongodb-user: OOMKilled (exit code 137), limits.memory is only 20Mi.",
    "The container's memory limit in deployment/mongodb-user is set too low, so the kernel kills it.",
    "mongodb-user exceeds its memory limit at start.",
    "resources.limits.memory of mongodb-user was reduced to 18Mi.",
    "Insufficient memory limit on mongodb-user.",
    "mongodb-user-5b7d9c6f8-zzq4k gets OOMKilled on start-up as it may only use 16Mi.",
    "A memory limit of 20Mi is not enough for mongodb-user.",
    "Memory limits of mongodb-user are misconfigured.",
    "mongodb-user runs out of memory because of its low limit.",
    "mongodb-user is killed for exceeding its (tiny) memory limit",
  ],
  types: [
    "memory-limit",
    "oom-memory-limit",
    "low-memory-limit",
    "memory-limit-too-low",
    "insufficient-memory-limit",
    "memory-limit-misconfigured",
    "limits-memory-too-low",
    "wrong-memory-limit",
  ],
} satisfies FaultTexts;
