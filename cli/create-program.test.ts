import { expect, test, vi } from "vitest";
import { defineCommand } from "./command.ts";
import { createProgram } from "./create-program.ts";
import { commandNames, loadCommands } from "./load-commands.ts";
import { wholeNumber } from "./options/option-values.ts";

const write = (stream: "stdout" | "stderr") => vi.spyOn(process[stream], "write").mockReturnValue(true);
const written = (spy: ReturnType<typeof write>) => spy.mock.calls.map(([text]) => String(text)).join("");

const count = defineCommand<{ readonly to: number }>({
  name: "count",
  summary: "count",
  description: "Counts.",
  options: [{ flags: "--to <n>", description: "how far", fallback: 3, parse: wholeNumber("--to", 1, 9) }],
  examples: [{ command: "count --to 5", says: "to five" }],
  doing: ({ to }) => `counting to ${to}`,
  run: async ({ to }, output) => {
    output.emit({ to });
    output.print(`to ${to}`);
    return to === 9 ? 1 : 0;
  },
});

test("a command gets its options and its status is the program's", async () => {
  const out = write("stdout");
  expect(await createProgram([count], "0").run(["count", "--to", "9"])).toBe(1);
  expect(await createProgram([count], "0").run(["count", "--json"])).toBe(0);
  expect(written(out)).toBe('to 9\n{"to":3}\n');
  out.mockRestore();
});

test("a command says on stderr what it does, before it does it", async () => {
  const [out, err] = [write("stdout"), write("stderr")];
  const seen: string[] = [];
  const slow = defineCommand<{ readonly to: number }>({ ...count, run: async () => seen.push(written(err)) - 1 });
  expect(await createProgram([slow], "0").run(["count", "--json"])).toBe(0);
  expect(seen).toEqual(["counting to 3 …\n"]);
  expect(written(out)).toBe("");
  for (const spy of [out, err]) spy.mockRestore();
});

test("a variable of the environment gives what the command line does not", async () => {
  const read = defineCommand<{ readonly file?: string }>({
    ...count,
    options: [{ flags: "--file <path>", description: "which", env: "KUBEDRILL_TEST_FILE" }],
    run: async ({ file }, output) => {
      output.print(`file ${file}`);
      return 0;
    },
  });
  vi.stubEnv("KUBEDRILL_TEST_FILE", "a.pem");
  const out = write("stdout");
  await createProgram([read], "0").run(["count"]);
  await createProgram([read], "0").run(["count", "--file", "b.pem"]);
  expect(written(out)).toBe("file a.pem\nfile b.pem\n");
  out.mockRestore();
  vi.unstubAllEnvs();
});

test("a wrong value is status 2 and says what was wrong, and where help is", async () => {
  const err = write("stderr");
  expect(await createProgram([count], "0").run(["count", "--to", "ten"])).toBe(2);
  expect(written(err)).toContain('--to is "ten"; give a whole number from 1 to 9');
  expect(written(err)).toContain("kubedrill count --help");
  err.mockRestore();
});

test("every command teaches: description, examples that name it, exit statuses", async () => {
  for (const name of commandNames()) {
    const out = write("stdout");
    const [command] = await loadCommands(name);
    expect(command?.name).toBe(name);
    expect(await createProgram([command!], "0").run([name, "--help"])).toBe(0);
    const help = written(out);
    out.mockRestore();
    expect(help).toContain(`kubedrill ${name}`);
    expect(help).toContain("--json");
    expect(help).toContain("Exit status:");
    expect(command!.examples.length).toBeGreaterThan(0);
  }
});

test("a command that takes long says what it does; only one call of a server, and kubectl, which prints as kubectl does, say nothing", async () => {
  const silent: string[] = [];
  for (const name of commandNames()) {
    const [command] = await loadCommands(name);
    const options = { policy: ["expert"], slots: 1 };
    for (const words of name === "pool" ? ["provision", "status", "drain", "destroy", "doctor"] : ["path"]) {
      const doing = command!.doing(options, [words]);
      if (doing === undefined) silent.push(name);
      else expect(doing).toMatch(/^[a-z]+ing /);
    }
  }
  expect(silent).toEqual(["kubeconfig", "kubectl"]);
});

test("apps tells each application's size and the tasks of each split", async () => {
  const out = write("stdout");
  expect(await createProgram(await loadCommands("apps"), "0").run(["apps", "--json"])).toBe(0);
  const sizes = written(out)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  out.mockRestore();
  const hotel = sizes.find(({ app }) => app === "hotel-reservation");
  expect(hotel).toMatchObject({ workloads: 19, pods: 19, services: 20, variants: 20 });
  for (const { tasks } of sizes) for (const split of ["train", "eval", "holdout"]) expect(tasks[split]).toBeGreaterThan(0);
});
