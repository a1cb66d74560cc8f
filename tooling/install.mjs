// Installs what is missing before `npm start` and `npm test`. Runs on the machine's own Node (20 or later), so it uses no package.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PYTHON_PROJECT = join(ROOT, "clients/python/pyproject.toml");
/** Virtual environments by what they are for: `npm test`, and the tests of adapters, whose packages take gigabytes. */
const VENVS = {
  dev: { folder: join(ROOT, ".venv"), takes: "about half a minute" },
  adapters: { folder: join(ROOT, ".venv-adapters"), takes: "minutes, and about 6 GB" },
  // It needs a newer Python, and an older client of OpenAI than the others.
  "adapters-nemo-gym": { folder: join(ROOT, ".venv-nemo-gym"), takes: "minutes, and about 2 GB", oldest: [3, 12] },
};
const OLDEST_PYTHON = [3, 10];

const main = () => {
  requireNode(20);
  const isFresh = !packagesAreCurrent();
  if (isFresh) installPackages();
  requirePinnedNode();
  if (isFresh) compileOnce();
  if (process.argv.includes("--python") && existsSync(PYTHON_PROJECT)) installPython("dev");
  for (const name of ["adapters", "adapters-nemo-gym"]) if (process.argv.includes(`--${name}`)) installPython(name);
};

const fail = (sentence) => {
  console.error(`\nkubedrill: ${sentence}`);
  process.exit(1);
};

const requireNode = (oldest) => {
  if (Number(process.versions.node.split(".")[0]) < oldest) {
    fail(
      `Node ${oldest} or later is needed to begin; this is Node ${process.versions.node}. Install a newer one from nodejs.org and try again.`,
    );
  }
};

/** True if npm's record of what is installed matches the lock file, so that only a fresh clone or a pull installs. */
const packagesAreCurrent = () => {
  const wanted = readPackages(join(ROOT, "package-lock.json"));
  const installed = readPackages(join(ROOT, "node_modules/.package-lock.json"));
  return Object.entries(wanted).every(([path, entry]) => path === "" || entry.optional || installed[path]?.version === entry.version);
};

const readPackages = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {});

// Not `npm ci`: that refuses a lock file without the other platforms' optional packages, which some registry mirrors cannot name.
const installPackages = () => {
  console.log("Installing packages (once, about half a minute) …");
  const npm = process.env.npm_execpath;
  const options = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  const [command, args] = npm?.endsWith(".js") ? [process.execPath, [npm, ...options]] : ["npm", options];
  const result = spawnSync(command, args, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  if (result.error) fail("npm could not be started; install it beside Node and try again.");
  if (result.status !== 0)
    fail("the packages of package-lock.json could not be installed (see above); can npm reach its package registry?");
};

const requirePinnedNode = () => {
  const node = join(ROOT, "node_modules/.bin/node");
  if (!existsSync(node) || spawnSync(node, ["--version"]).status !== 0) {
    fail(
      "the pinned Node was not installed; allow install scripts (npm config set ignore-scripts false), remove node_modules and try again.",
    );
  }
};

/** Plays one episode to fill the compile cache for the first start; failures are left for that start to report. */
const compileOnce = () => {
  const args = [join(ROOT, "cli/main.ts"), "rollout", "--episodes", "1"];
  spawnSync(join(ROOT, "node_modules/.bin/node"), args, { cwd: ROOT, stdio: "ignore" });
};

/** Installs the Python client with one of its extras, which names the virtual environment as well. */
const installPython = (extra) => {
  const { folder, takes, oldest = OLDEST_PYTHON } = VENVS[extra];
  const python = join(folder, "bin/python");
  const stamp = join(folder, "installed-for");
  const wanted = createHash("sha256").update(readFileSync(PYTHON_PROJECT)).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted && spawnSync(python, ["--version"]).status === 0) return;
  const base = findPython(oldest);
  console.log(`Installing the Python client into ${relative(ROOT, folder)} (once, ${takes}) …`);
  rmSync(folder, { recursive: true, force: true });
  if (spawnSync(base, ["-m", "venv", folder], { stdio: ["ignore", "ignore", "inherit"] }).status !== 0) {
    fail(`${base} could not make a virtual environment; on Debian and Ubuntu install the package python3-venv.`);
  }
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", `${dirname(PYTHON_PROJECT)}[${extra}]`];
  if (spawnSync(python, pip, { stdio: ["ignore", "ignore", "inherit"] }).status !== 0) {
    fail("the Python client's packages could not be installed (see above); can pip reach its package index?");
  }
  writeFileSync(stamp, wanted);
};

const findPython = (oldest) => {
  const candidates = process.env.PYTHON
    ? [process.env.PYTHON]
    : ["python3", "python", "python3.13", "python3.12", "python3.11", "python3.10"];
  const found = candidates.find((python) => isNewEnough(python, oldest));
  return (
    found ??
    fail(
      `the tests of the Python client need Python ${oldest.join(".")} or later here, and found none; install it, or name it with PYTHON=/path/to/python3.`,
    )
  );
};

const isNewEnough = (python, oldest) => {
  const script = `import sys; sys.exit(sys.version_info < (${oldest.join(", ")}))`;
  return spawnSync(python, ["-c", script], { stdio: "ignore" }).status === 0;
};

main();
