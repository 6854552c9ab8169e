// The official TypeScript clients, of both generations: from UnauthorizedError by OAuth to a tool's result, and with an
// API token. The environment names the portal, a person's session and password, and an API token.
import * as next from "@modelcontextprotocol/client";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const { PORTAL_URL, PORTAL_SESSION, PORTAL_PASSWORD, PORTAL_TOKEN } = process.env;
const address = new URL(`${PORTAL_URL}/mcp`);
const who = { name: "bench", version: "1.0.0" };

/** Keeps everything in memory, and answers as a person would who allows the app. */
class Person {
  redirectUrl = "http://127.0.0.1:3333/callback";
  clientMetadata = { client_name: "TypeScript client", redirect_uris: [this.redirectUrl] };
  clientInformation = () => this.client;
  saveClientInformation = (client) => void (this.client = client);
  tokens = () => this.held;
  saveTokens = (tokens) => void (this.held = tokens);
  codeVerifier = () => this.verifier;
  saveCodeVerifier = (verifier) => void (this.verifier = verifier);
  async redirectToAuthorization(url) {
    const page = (await fetch(url, { redirect: "manual" })).headers.get("location");
    const ask = new URL(page, PORTAL_URL).searchParams.get("ask");
    const question = JSON.parse(Buffer.from(ask, "base64url").toString());
    const attributes = { question, scopes: ["agent.read"], password: PORTAL_PASSWORD };
    const req = { header: { token: PORTAL_SESSION }, attributes };
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ appId: 36, req });
    const reply = await (await fetch(`${PORTAL_URL}/user/app_allow`, { method: "POST", headers, body })).json();
    if (reply.code) throw new Error(reply.message);
    this.answer = new URL(reply.data.redirect_to).searchParams;
  }
}

async function use(client) {
  const { tools } = await client.listTools();
  const { content, isError } = await client.callTool({ name: "site_list", arguments: {} });
  if (isError) throw new Error(content.at(-1).text);
  const refused = await client.callTool({ name: "brands_info", arguments: { attributes: { mcid: "nothing" } } });
  if (!refused.isError) throw new Error("an unknown brand was found");
  const { prompts } = await client.listPrompts();
  await client.close();
  return { tools: tools.length, sites: JSON.parse(content.at(-1).text).list.length, prompts: prompts.length };
}

const found = {};
const byToken = { requestInit: { headers: { Authorization: `Bearer ${PORTAL_TOKEN}` } } };

let person = new Person();
let transport = new StreamableHTTPClientTransport(address, { authProvider: person });
await new Client(who).connect(transport).catch((error) => {
  if (!(error instanceof UnauthorizedError)) throw error;
});
await transport.finishAuth(person.answer.get("code"));
let client = new Client(who);
await client.connect(new StreamableHTTPClientTransport(address, { authProvider: person }));
found["sdk, OAuth"] = await use(client);
client = new Client(who);
await client.connect(new StreamableHTTPClientTransport(address, byToken));
found["sdk, token"] = await use(client);

person = new Person();
transport = new next.StreamableHTTPClientTransport(address, { authProvider: person });
await new next.Client(who).connect(transport).catch((error) => {
  if (!(error instanceof next.UnauthorizedError)) throw error;
});
await transport.finishAuth(person.answer);
client = new next.Client(who);
await client.connect(new next.StreamableHTTPClientTransport(address, { authProvider: person }));
found["client, OAuth"] = await use(client);
for (const mode of ["auto", "legacy"]) {
  client = new next.Client(who, { versionNegotiation: { mode } });
  await client.connect(new next.StreamableHTTPClientTransport(address, byToken));
  found[`client, ${mode}`] = await use(client);
}
console.log(JSON.stringify(found));
