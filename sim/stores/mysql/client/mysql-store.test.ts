import { expect, test } from "vitest";
import { createStoreFixture } from "../../connections/store-fixture.cases.ts";

const ENV = [
  { name: "MYSQL_ROOT_PASSWORD", value: "pw" },
  { name: "MYSQL_DATABASE", value: "shop" },
  { name: "MYSQL_USER", value: "app" },
  { name: "MYSQL_PASSWORD", value: "one" },
];

const mysql = (container: object = {}, image = "mysql:8.0.36") => {
  const fixture = createStoreFixture(image, 3306, { env: ENV, ...container });
  const sql = (text: string, ...words: readonly string[]) =>
    fixture.exec(["sh", "-c", 'MYSQL_PWD=pw mysql "$@"', "sh", ...words, "-e", text]);
  const app = (text: string, password = "one") =>
    fixture.exec(["sh", "-c", `MYSQL_PWD=${password} mysql -h db -u app shop -N -e "${text}"`]);
  return { ...fixture, sql, app };
};

test("without a password option the image says what it needs and ends", () => {
  const { pods } = mysql({ env: [] });
  const status = pods("db")[0]?.status?.containerStatuses?.[0];
  expect(status?.lastState?.terminated?.exitCode ?? status?.state?.terminated?.exitCode).toBe(1);
});

test("statements answer as the client prints them", () => {
  const { sql, log, exec } = mysql();
  expect(log().at(-1)).toMatch(
    /\[Server\] \/usr\/sbin\/mysqld: ready for connections\. Version: '8\.0\.36' {2}socket: '\/var\/run\/mysqld\/mysqld\.sock' {2}port: 3306/,
  );
  expect(sql("SHOW DATABASES").out).toBe("Database\ninformation_schema\nmysql\nperformance_schema\nshop\nsys\n");
  sql("CREATE TABLE orders (id INT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(20) NOT NULL, price DECIMAL(10,2) DEFAULT 0)", "shop");
  sql("INSERT INTO orders (note, price) VALUES ('a', 1.5), ('b', 2)", "shop");
  expect(sql("SELECT * FROM orders WHERE note = 'A'", "shop", "-t").out).toBe(
    "+----+------+-------+\n| id | note | price |\n+----+------+-------+\n|  1 | a    |  1.50 |\n+----+------+-------+\n",
  );
  expect(sql("SELECT COUNT(*), MAX(id) FROM orders\\G", "shop").out).toBe(
    `${"*".repeat(27)} 1. row ${"*".repeat(27)}\nCOUNT(*): 2\n MAX(id): 2\n`,
  );
  expect(sql("SHOW TABLES", "shop").out).toBe("Tables_in_shop\norders\n");
  expect(sql("DESCRIBE orders", "shop").out).toContain("id\tint\tNO\tPRI\tNULL\tauto_increment\n");
  expect(sql("SHOW VARIABLES LIKE 'max_conn%'").out).toBe("Variable_name\tValue\nmax_connect_errors\t100\nmax_connections\t151\n");
  expect(sql("SELECT @@read_only, VERSION()", "-N").out).toBe("0\t8.0.36\n");
  expect(sql("SELECT * FROM nosuch", "shop")).toEqual({
    code: 1,
    out: "",
    err: "ERROR 1146 (42S02) at line 1: Table 'shop.nosuch' doesn't exist\n",
  });
  expect(sql("SELECT nme FROM orders", "shop").err).toBe("ERROR 1054 (42S22) at line 1: Unknown column 'nme' in 'field list'\n");
  expect(sql("SELEC 1").err).toBe(
    "ERROR 1064 (42000) at line 1: You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near 'SELEC 1' at line 1\n",
  );
  expect(sql("INSERT INTO orders (id, note) VALUES (1, 'x')", "shop").err).toBe(
    "ERROR 1062 (23000) at line 1: Duplicate entry '1' for key 'orders.PRIMARY'\n",
  );
  expect(sql("INSERT INTO orders (price) VALUES (1)", "shop").err).toBe(
    "ERROR 1364 (HY000) at line 1: Field 'note' doesn't have a default value\n",
  );
  expect(exec(["mysql", "-uroot", "-pbad", "-e", "select 1"])).toEqual({
    code: 1,
    out: "",
    err: "mysql: [Warning] Using a password on the command line interface can be insecure.\nERROR 1045 (28000): Access denied for user 'root'@'localhost' (using password: YES)\n",
  });
  expect(exec(["mysql", "-h", "nope"]).err).toBe("ERROR 2005 (HY000): Unknown MySQL server host 'nope' (-2)\n");
  expect(exec(["mysql", "-h", "db", "-P", "3307"]).err).toBe("ERROR 2003 (HY000): Can't connect to MySQL server on 'db:3307' (111)\n");
});

test("users are made, changed, granted, locked out and listed", () => {
  const { sql, app } = mysql();
  sql("CREATE TABLE t (id INT PRIMARY KEY)", "shop");
  expect(app("INSERT INTO t VALUES (1); SELECT * FROM t").out).toBe("1\n");
  sql("REVOKE INSERT ON shop.* FROM 'app'@'%'; FLUSH PRIVILEGES");
  expect(app("INSERT INTO t VALUES (2)").err).toMatch(
    /^ERROR 1142 \(42000\) at line 1: INSERT command denied to user 'app'@'[\d.]+' for table 't'\n$/,
  );
  sql("ALTER USER 'app'@'%' IDENTIFIED BY 'two'");
  expect(app("SELECT 1").err).toMatch(/^ERROR 1045 \(28000\): Access denied for user 'app'@'[\d.]+' \(using password: YES\)\n$/);
  expect(app("SELECT 1", "two").out).toBe("1\n");
  sql("DROP USER 'app'@'%'; CREATE USER app@'%' IDENTIFIED BY 'three'; GRANT SELECT ON shop.t TO app");
  expect(sql("SHOW GRANTS FOR app", "-N").out).toBe("GRANT USAGE ON *.* TO `app`@`%`\nGRANT SELECT ON `shop`.`t` TO `app`@`%`\n");
  expect(app("CREATE USER x", "three").err).toContain(
    "ERROR 1227 (42000) at line 1: Access denied; you need (at least one of) the CREATE USER privilege(s) for this operation",
  );
  expect(sql("GRANT SELECT ON shop.* TO nobody").err).toBe(
    "ERROR 1410 (42000) at line 1: You are not allowed to create a user with GRANT\n",
  );
});

test("a server that is started read-only stays so over its starts, whatever is set while it runs", () => {
  const { sql, app, replacePod } = mysql({ args: ["--read-only=1"] });
  sql("CREATE TABLE t (id INT)", "shop");
  expect(sql("SHOW VARIABLES LIKE 'read_only'", "-N").out).toBe("read_only\tON\n");
  expect(app("INSERT INTO t VALUES (1)").err).toContain("The MySQL server is running with the --read-only option");
  expect(app("SELECT COUNT(*) FROM t").out).toBe("0\n");
  sql("SET GLOBAL read_only = OFF");
  expect(app("INSERT INTO t VALUES (1)").code).toBe(0);
  replacePod();
  expect(sql("SELECT @@global.read_only, @@global.super_read_only", "-N").out).toBe("1\t0\n");
});

test("a server can be read-only or full, and sessions are seen and killed", () => {
  const { sql, app, exec, run } = mysql();
  sql("CREATE TABLE t (id INT)", "shop");
  sql("SET GLOBAL read_only = ON");
  expect(app("INSERT INTO t VALUES (1)").err).toBe(
    "ERROR 1290 (HY000) at line 1: The MySQL server is running with the --read-only option so it cannot execute this statement\n",
  );
  sql("SET GLOBAL super_read_only = 1");
  expect(sql("INSERT INTO t VALUES (1)", "shop").err).toContain("--super-read-only option");
  sql("SET GLOBAL read_only = OFF");
  expect(app("INSERT INTO t VALUES (1)").code).toBe(0);
  expect(sql("SET max_connections = 5").err).toContain(
    "ERROR 1229 (HY000) at line 1: Variable 'max_connections' is a GLOBAL variable and should be set with SET GLOBAL",
  );
  sql("SET GLOBAL max_connections = 2");
  exec(["sh", "-c", "for i in 1 2; do MYSQL_PWD=one mysql -h db -u app shop -e 'SELECT SLEEP(1000)' > /tmp/s$i 2>&1 & done"]);
  run(1);
  expect(app("SELECT 1").err).toBe("ERROR 1040 (HY000): Too many connections\n");
  const [first = ""] = sql("SELECT id FROM information_schema.processlist WHERE user = 'app' ORDER BY id", "-N").out.split("\n");
  expect(sql("SHOW PROCESSLIST").out).toContain("\tQuery\t1\tUser sleep\tSELECT SLEEP(1000)\n");
  expect(sql(`KILL ${first}`).code).toBe(0);
  run(1);
  expect(exec(["sh", "-c", "cat /tmp/s1 /tmp/s2"]).out).toBe(
    "ERROR 2013 (HY000) at line 1: Lost connection to MySQL server during query\n",
  );
});

test("mariadb is the same under its own names", () => {
  const { exec, sql } = mysql({}, "mariadb:11.4");
  expect(exec(["mariadb", "-uroot", "-ppw", "-N", "-e", "select version()"])).toMatchObject({ out: "11.4.8-MariaDB-ubu2404\n", err: "" });
  expect(sql("SELEC").err).toContain("corresponds to your MariaDB server version");
});
