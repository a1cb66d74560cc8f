import type { ComponentChildren, JSX } from "preact";
import { useErrorBoundary } from "preact/hooks";
import { ComparePage } from "./compare/compare-page.tsx";
import { EpisodePage } from "./episode/episode-page.tsx";
import { LivePage } from "./live/live-page.tsx";
import { MatrixPage } from "./matrix/matrix-page.tsx";
import { useAnswer } from "./parts/ask.ts";
import { linkTo, type Route, useRoute } from "./parts/route.ts";
import { TokenForm } from "./parts/token-form.tsx";
import type { Index } from "./protocol.ts";
import { RunsPage } from "./runs/runs-page.tsx";
import { TasksPage } from "./tasks/tasks-page.tsx";

/** Frame of all pages: where one is, and what the address asks for. */
export const App = (): JSX.Element => {
  const route = useRoute();
  const index = useAnswer<Index>("api/index");
  const isLive = index.kind === "done" && index.value.isLive === true;
  const page = PAGES.has(route.page) ? route.page : isLive ? "live" : "matrix";
  const Page = PAGES.get(page) ?? MatrixPage;
  return (
    <>
      <header class="bar">
        <strong>kubedrill</strong>
        <nav>
          {(isLive ? LIVE_LINKS : LINKS).map(([name, title]) => (
            <a key={name} href={linkTo(name)} class={name === page ? "here" : ""}>
              {title}
            </a>
          ))}
        </nav>
        <span class="keys">{KEYS[page]}</span>
      </header>
      <main>
        {index.kind === "failed" &&
          (index.status === 401 || index.status === 403 ? <TokenForm reason={index.reason} /> : <p class="trouble">{index.reason}</p>)}
        {index.kind === "waiting" && <p class="quiet">reading the index …</p>}
        {index.kind === "done" && (
          <Guarded key={page + route.path.join("/")}>
            <Page index={index.value} route={route} />
          </Guarded>
        )}
      </main>
    </>
  );
};

/** A page, or why it cannot be drawn: a record may be anybody's, and lack what its format promises. */
const Guarded = ({ children }: { readonly children: ComponentChildren }): ComponentChildren => {
  const [error] = useErrorBoundary();
  if (error === undefined) return children;
  return <p class="trouble">This cannot be shown, since something is missing in the record: {String(error)}</p>;
};

/** Parameters of a page: the index of all episodes, and the address that says the rest. */
export interface PageProps {
  readonly index: Index;
  readonly route: Route;
}

const PAGES: ReadonlyMap<string, (props: PageProps) => JSX.Element> = new Map([
  ["runs", RunsPage],
  ["matrix", MatrixPage],
  ["episode", EpisodePage],
  ["compare", ComparePage],
  ["tasks", TasksPage],
  ["live", LivePage],
]);

const LINKS = [
  ["runs", "Runs"],
  ["matrix", "Matrix"],
  ["tasks", "Tasks"],
] as const;

/** Pages about a server. */
const LIVE_LINKS = [
  ["live", "Live"],
  ["matrix", "Matrix"],
] as const;

const KEYS: Readonly<Record<string, string>> = {
  matrix: "j k row · ← → episode · enter open · c compare · / filter",
  episode: "j k or ← → step · enter unfold · n p episode · c compare · esc back",
  compare: "j k step · esc back",
  runs: "",
  tasks: "/ filter",
  live: "",
};
