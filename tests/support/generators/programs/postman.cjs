// openapi-to-postmanv2 and newman: the requests of the imported collection, with a person's own values in their bodies.
const { readFileSync } = require("node:fs");
const converter = require("openapi-to-postmanv2");
const newman = require("newman");

const { PORTAL_URL, ACCOUNT, PASSWORD, BRAND, DAY } = process.env;
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

function fill(item) {
  let { raw } = item.request.body;
  for (const [example, own] of Object.entries(FILLED)) raw = raw.replaceAll(example, own);
  return { ...item, request: { ...item.request, body: { ...item.request.body, raw } } };
}

function find(items, path) {
  for (const item of items) {
    const found = item.item ? find(item.item, path) : item.request.url.path.join("/") === path;
    if (found) return item.item ? found : item;
  }
}

function run(collection, path, variables) {
  const item = fill(find(collection.item, path));
  const values = { baseUrl: PORTAL_URL, ...variables };
  const options = {
    collection: { ...collection, item: [item] },
    envVar: Object.entries(values).map(([key, value]) => ({ key, value })),
  };
  return new Promise((resolve, reject) => {
    newman.run(options, (error, summary) => {
      if (error) return reject(error);
      const [{ response, requestError }] = summary.run.executions;
      if (requestError) return reject(requestError);
      resolve(JSON.parse(response.stream.toString()));
    });
  });
}

function convert() {
  const data = readFileSync("openapi.json", "utf8");
  const options = { requestParametersResolution: "Example", folderStrategy: "Tags" };
  return new Promise((resolve, reject) => {
    converter.convert({ type: "string", data }, options, (error, result) =>
      error || !result.result ? reject(error ?? result.reason) : resolve(result.output[0].data),
    );
  });
}

async function main() {
  const collection = await convert();
  const refused = await run(collection, "brands/find", {});
  const signedIn = await run(collection, "auth/sign_in", {});
  const variables = { bearerToken: signedIn.data.token };
  const found = await run(collection, "brands/find", variables);
  const made = await run(collection, "tools/link_code", variables);
  const listed = await run(collection, "reports/transactions", variables);
  const [{ mcid }] = found.data.list;
  const orders = listed.data.list.map((order) => order.order_id);
  console.log(
    JSON.stringify({ refused: refused.code, brand: mcid, link: made.data.tracking_url, orders }),
  );
}

main();
