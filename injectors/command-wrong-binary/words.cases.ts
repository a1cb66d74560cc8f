import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/rate",
  texts: [
    "Deployment rate starts the wrong binary.",
    "The command of the rate deployment was changed to geo.",
    "The rate container runs the profile binary instead of rate.",
    "rate pods crash because the command names an executable file not found in $PATH.",
    "The entrypoint of deployment/rate is wrong: it launches another program of the image.",
    "The rate deployment's command points to a binary that does not exist.",
    "wrong-command on deployment/rate",
  ],
} satisfies FaultTexts;
