// Bruno: the requests of the imported collection, with a person's own values in their bodies.
const { execFileSync } = require("node:child_process");
const { readdirSync, readFileSync, rmSync, writeFileSync } = require("node:fs");

const { PORTAL_URL, ACCOUNT, PASSWORD, BRAND, DAY } = process.env;
const BRU = require.resolve("@usebruno/cli/bin/bru.js");
const FILLED = {
  "maya@example.com": ACCOUNT,
  "your password": PASSWORD,
  "https://www.loomfield.example/lamps": `https://${BRAND}.example/`,
  loomfield: BRAND,
  shoes: BRAND,
  approved: "pending",
  "2026-11-01": DAY,
  "2026-11-30": DAY,
};

function bru(args, cwd) {
  execFileSync(process.execPath, [BRU, ...args], { cwd, stdio: "ignore" });
}

function fill(folder, path) {
  for (const name of readdirSync(`collection/${folder}`)) {
    const file = `collection/${folder}/${name}`;
    let text = readFileSync(file, "utf8");
    if (!text.includes(`url: "{{baseUrl}}${path}"`)) continue;
    for (const [example, own] of Object.entries(FILLED)) text = text.replaceAll(example, own);
    writeFileSync(file, text);
    return file.slice("collection/".length);
  }
  throw new Error(`no request for ${path}`);
}

function run(path, token) {
  const file = fill(path.split("/")[1], path);
  const variables = ["--env-var", `baseUrl=${PORTAL_URL}`, "--env-var", `token=${token}`];
  bru(["run", file, ...variables, "--reporter-json", "../answer.json"], "collection");
  const [{ results }] = JSON.parse(readFileSync("answer.json", "utf8"));
  return results[0].response.data;
}

rmSync("collection", { recursive: true, force: true });
bru(["import", "openapi", "-s", "openapi.json", "-o", "collection", "-n", "portal"], ".");
const refused = run("/brands/find", "none");
const { token } = run("/auth/sign_in", "").data;
const found = run("/brands/find", token);
const made = run("/tools/link_code", token);
const listed = run("/reports/transactions", token);
const [{ mcid }] = found.data.list;
const orders = listed.data.list.map((order) => order.order_id);
console.log(
  JSON.stringify({ refused: refused.code, brand: mcid, link: made.data.tracking_url, orders }),
);
