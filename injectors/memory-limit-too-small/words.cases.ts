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
  ],
} satisfies FaultTexts;
