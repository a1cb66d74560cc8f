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
    'rate\'s container runs the wrong executable: spec.containers[0].command is ["search"] where it should be ["rate"].',
    "The pod template of deployment/rate had its command overridden, so the geo server listens where the rate server should.",
    "rate returns Unimplemented to search. Its container was started with the user binary.",
    'RunContainerError on rate-6d8f9c7b5-kx2vq: exec: "ratee": executable file not found in $PATH.',
    "StartError in the rate pods because the command in the template does not exist in the image.",
    "Bad entrypoint on rate.",
    "The start command of the rate workload is incorrect.",
    "Deployment `rate` has been edited to launch `profile` rather than `rate`.",
    "An incorrect command was set for the rate container, hence the gRPC methods are unknown to it.",
    "The rate container is executing a different program than the one the chart specifies.",
  ],
  types: [
    "wrong-binary",
    "wrong-entrypoint",
    "command-override",
    "incorrect-command",
    "bad-command",
    "wrong-executable",
    "command-misconfigured",
    "container-command-wrong",
  ],
} satisfies FaultTexts;
