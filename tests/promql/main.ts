/**
 * Asks a real Prometheus (the package `prometheus` of Debian) every query and keeps its answers: `npm run promql:record`.
 *
 * Prints the answers that differ from the simulator's.
 */
import { answerQuery, comparable } from "./answer-query.ts";
import { askPrometheus } from "./ask-prometheus.ts";
import { writeAnswers } from "./kept-answers.ts";
import { questions } from "./questions.ts";
import { sampleSeries } from "./sample-series.ts";

const series = sampleSeries();
const asked = questions();
const answers = (
  await askPrometheus(
    series,
    asked.map(({ path }) => path),
  )
).map(comparable);
writeAnswers(asked.map(({ path }, index) => [path, answers[index]]));

let differing = 0;
for (const [index, { query, form, path }] of asked.entries()) {
  const [expected, found] = [answers[index], comparable(answerQuery(series, path))].map((answer) => JSON.stringify(answer));
  if (expected === found) continue;
  differing += 1;
  process.stdout.write(`\n${form} ${query}\n  Prometheus ${expected}\n  kubedrill  ${found}\n`);
}
process.stdout.write(`\n${asked.length - differing} of ${asked.length} answers are equal\n`);
