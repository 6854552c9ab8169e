// Asks the installed client in each scenario, and prints how each call ended.
import { Portal, PortalError } from "publisher-portal-client";

const [base, names] = process.argv.slice(2);
const outcomes: Record<string, string> = {};

function ask(portal: Portal, call: string) {
  if (call === "link") return portal.tools.link_code({ target_url: "https://shop.example/" });
  return call === "list" ? portal.site.list() : portal.postback.secret({ id: 1, password: "p" });
}

for (const name of JSON.parse(names) as string[]) {
  // A short one where no answer comes, and elsewhere one that a slow machine does not exhaust.
  const timeout = /^(silent|trickle)/.test(name) ? 0.5 : 35;
  const portal = new Portal({ url: `${base}/${name}`, token: "api_x", timeout, attempts: 2 });
  try {
    await ask(portal, name.split(".")[1]);
    outcomes[name] = "ok";
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    outcomes[name] = error.code === undefined ? error.name : `${error.name} ${error.code}`;
  }
}
console.log(JSON.stringify(outcomes));
