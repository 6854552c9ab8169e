// Asks the installed client in each scenario, and prints how each call ended.
import { Portal, PortalError } from "publisher-portal-client";

const [base, names] = process.argv.slice(2);
const outcomes: Record<string, string> = {};

function ask(portal: Portal, call: string) {
  if (call === "link") return portal.tools.link_code({ target_url: "https://shop.example/" });
  return call === "list" ? portal.site.list() : portal.postback.secret({ id: 1, password: "p" });
}

for (const name of JSON.parse(names) as string[]) {
  const patience = { timeout: 0.6, deadline: 1.5, attempts: 2 };
  const portal = new Portal({ url: `${base}/${name}`, token: "api_x", ...patience });
  try {
    await ask(portal, name.split(".")[1]);
    outcomes[name] = "ok";
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    outcomes[name] = error.code === undefined ? error.name : `${error.name} ${error.code}`;
  }
}
console.log(JSON.stringify(outcomes));
