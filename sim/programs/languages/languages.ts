import { invariant } from "#core/invariant.ts";
import type { ProgramBehaviour } from "#kube/app/behaviour.ts";
import type { SqlStore } from "#kube/app/store-behaviour.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import { CPP } from "./cpp/cpp.ts";
import { CPP_GRPC } from "./cpp/cpp-grpc.ts";
import { DOTNET } from "./dotnet/dotnet.ts";
import { ENVOY } from "./envoy/envoy.ts";
import { GO, GO_SLOG } from "./go/go.ts";
import { JAVA } from "./java/java.ts";
import { SPRING } from "./java/spring.ts";
import { SPRING_GATEWAY } from "./java/spring-gateway.ts";
import type { Language, SqlWords } from "./language.ts";
import { NGINX } from "./nginx/nginx.ts";
import { NODE } from "./node/node.ts";
import { OPENRESTY } from "./openresty/openresty.ts";
import { PHP } from "./php/php.ts";
import { PYTHON } from "./python/python.ts";
import { RUBY } from "./ruby/ruby.ts";
import { RUST } from "./rust/rust.ts";

/** Runtimes that descriptions may name. */
export const LANGUAGES: Readonly<Record<ProgramBehaviour["language"], Language>> = {
  go: GO,
  "go-slog": GO_SLOG,
  cpp: CPP,
  "cpp-grpc": CPP_GRPC,
  openresty: OPENRESTY,
  nginx: NGINX,
  envoy: ENVOY,
  java: JAVA,
  spring: SPRING,
  "spring-gateway": SPRING_GATEWAY,
  dotnet: DOTNET,
  node: NODE,
  python: PYTHON,
  rust: RUST,
  php: PHP,
  ruby: RUBY,
};

/** Words of a program's client of a product. @throws InvariantViolation where its language has none */
export const clientWords = <Client extends ProductClient>({ behaviour }: AppProgram, client: Client): NonNullable<Language[Client]> => {
  const words = LANGUAGES[behaviour.language][client];
  invariant(words !== undefined, `no words are known for the ${client} of programs in ${behaviour.language}`);
  return words as NonNullable<Language[Client]>;
};

/** Words of a program's client of a SQL server. @throws InvariantViolation where its language has none */
export const sqlWords = (app: AppProgram, { product }: Pick<SqlStore, "product">): SqlWords =>
  clientWords(app, product === "mysql" ? "mysql" : "sql");

type ProductClient = "caches" | "keyValues" | "documents" | "sql" | "mysql" | "messages" | "amqp";
