import { BUILD, buildWords } from "../build-words.ts";

export const words = buildWords([
  `${BUILD}~(?:spins?|spinning|loops?|burns?|eats?|(?:uses|takes|needs|wastes) (?:\\w+ ){0,4}(?:cpu|processor))`,
  "(?:busy|endless|infinite|hot|tight)[- ](?:loop|wait|waiting|polling)(?:s|ing)?",
  "busy[- ]?loop\\w*",
]);
