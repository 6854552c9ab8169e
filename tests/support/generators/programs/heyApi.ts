// hey-api: sign-in, a refusal, find, link_code and transactions.
import { authSignIn, brandsFind, reportsTransactions, toolsLinkCode } from "./heyApi/sdk.gen";
import { client } from "./heyApi/client.gen";

const { PORTAL_URL = "", ACCOUNT = "", PASSWORD = "", BRAND = "", DAY = "" } = process.env;

async function main() {
  client.setConfig({ baseUrl: PORTAL_URL as `http://${string}` });
  const signIn = async (password: string) => {
    const attributes = { account: ACCOUNT, password };
    const { data } = await authSignIn({ body: { appId: 36, req: { attributes } } });
    if (!data) throw new Error("an HTTP error");
    return data;
  };
  const refused = await signIn("not the password");
  const signedIn = await signIn(PASSWORD);
  if (refused.code === 0 || signedIn.code !== 0) throw new Error(signedIn.message);
  client.setConfig({ auth: signedIn.data.token });
  const found = await brandsFind({ body: { appId: 36, req: { filter: { keyword: BRAND } } } });
  if (found.data?.code !== 0) throw new Error(found.data?.message);
  const [brand] = found.data.data.list;
  const attributes = { mcid: brand.mcid, target_url: `https://${BRAND}.example/` };
  const made = await toolsLinkCode({ body: { appId: 36, req: { attributes } } });
  if (made.data?.code !== 0) throw new Error(made.data?.message);
  const filter = { start_date: DAY, end_date: DAY };
  const listed = await reportsTransactions({ body: { appId: 36, req: { filter } } });
  if (listed.data?.code !== 0) throw new Error(listed.data?.message);
  const orders = listed.data.data.list.map((order) => order.order_id);
  const link = made.data.data.tracking_url;
  console.log(JSON.stringify({ refused: refused.code, brand: brand.mcid, link, orders }));
}

/** What a program must not be able to write: to take a refusal for a reply. */
export async function confuse() {
  const found = await brandsFind({ body: { appId: 36 } });
  // @ts-expect-error a refusal has no list
  return found.data?.data.list;
}

void main();
