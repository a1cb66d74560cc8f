import { kubectl } from "#core/tool-call.ts";
import { componentOfPod } from "../../investigation/read-clues.ts";
import { descriptionOf, matchesIn, oncePerResource, type Theory } from "./theory.ts";

/** Mechanisms that are inferred from what is left: other causes bring about the same. */
export const LAST_THEORIES: readonly Theory[] = [
  {
    type: "wrong-command",
    recognise: (notebook) =>
      notebook.clues
        .filter(({ about, weight }) => weight === 3 && about.startsWith("service/"))
        .flatMap(({ about }) => {
          const name = about.slice("service/".length);
          const command = /^ +Command:\n +(\S+)$/m.exec(descriptionOf(notebook, "deployment", name) ?? "")?.[1];
          const leads = /^Endpoints: +\S/m.test(descriptionOf(notebook, "service", name) ?? "");
          const target = `deployment/${name}`;
          return command === undefined || !leads
            ? []
            : [
                {
                  resource: target,
                  says: `${target} starts ${command}, and its port is closed`,
                  repair: [kubectl(`rollout undo ${target}`)],
                },
              ];
        }),
  },
  {
    type: "role-revoked",
    recognise: (notebook) =>
      oncePerResource(
        matchesIn(notebook, /^logs/, /not authorized on ([\w-]+)/g).map(({ match }) => ({
          resource: `database/${match[1]}`,
          says: `a user is ${match[0]}`,
          repair: [],
        })),
      ),
  },
  {
    type: "configmap-drift",
    recognise: (notebook) =>
      oncePerResource(
        matchesIn(notebook, /^logs/, /^(?:panic: |.*what\(\): )(?!.*not authorized)(.*)$/gm).flatMap(({ command, match }) => {
          const component = componentOfPod(/^logs (?:\w+\/)?(\S+)/.exec(command)?.[1] ?? "");
          const clue = notebook.clues.find(({ about, says }) => about.startsWith("configmap/") && says.includes(component));
          return clue === undefined
            ? []
            : [{ resource: clue.about, says: `${component} does not start with what ${clue.about} says: ${match[1]}`, repair: [] }];
        }),
      ),
  },
];
