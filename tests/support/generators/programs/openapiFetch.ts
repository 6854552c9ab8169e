// openapi-typescript and openapi-fetch: sign-in, a refusal, find, link_code and transactions.
import createClient from "openapi-fetch";
import type { paths } from "./openapiTypescript/schema";

const { PORTAL_URL = "", ACCOUNT = "", PASSWORD = "", BRAND = "", DAY = "" } = process.env;

async function main() {
  const client = createClient<paths>({ baseUrl: PORTAL_URL });
  const signIn = async (password: string) => {
    const attributes = { account: ACCOUNT, password };
    const { data } = await client.POST("/auth/sign_in", { body: { appId: 36, req: { attributes } } });
    if (!data) throw new Error("an HTTP error");
    return data;
  };
  const refused = await signIn("not the password");
  const signedIn = await signIn(PASSWORD);
  if (refused.code === 0 || signedIn.code !== 0) throw new Error(signedIn.message);
  const headers = { Authorization: `Bearer ${signedIn.data.token}` };
  const found = await client.POST("/brands/find", {
    headers,
    body: { appId: 36, req: { filter: { keyword: BRAND } } },
  });
  if (found.data?.code !== 0) throw new Error(found.data?.message);
  const [brand] = found.data.data.list;
  const made = await client.POST("/tools/link_code", {
    headers,
    body: {
      appId: 36,
      req: { attributes: { mcid: brand.mcid, target_url: `https://${BRAND}.example/` } },
    },
  });
  if (made.data?.code !== 0) throw new Error(made.data?.message);
  const listed = await client.POST("/reports/transactions", {
    headers,
    body: { appId: 36, req: { filter: { start_date: DAY, end_date: DAY } } },
  });
  if (listed.data?.code !== 0) throw new Error(listed.data?.message);
  const orders = listed.data.data.list.map((order) => order.order_id);
  const link = made.data.data.tracking_url;
  console.log(JSON.stringify({ refused: refused.code, brand: brand.mcid, link, orders }));
}

/** What a program must not be able to write: to take a refusal for a reply. */
export async function confuse(client: ReturnType<typeof createClient<paths>>) {
  const found = await client.POST("/brands/find", { body: { appId: 36 } });
  // @ts-expect-error a refusal has no list
  return found.data?.data.list;
}

void main();
