// orval: sign-in, a refusal, find, link_code and transactions.
import { authSignIn, brandsFind, reportsTransactions, toolsLinkCode } from "./orval/api";

const { ACCOUNT = "", PASSWORD = "", BRAND = "", DAY = "" } = process.env;

async function main() {
  const signIn = async (password: string) => {
    const attributes = { account: ACCOUNT, password };
    return (await authSignIn({ appId: 36, req: { attributes } })).data;
  };
  const refused = await signIn("not the password");
  const signedIn = await signIn(PASSWORD);
  if (refused.code === 0 || signedIn.code !== 0) throw new Error(signedIn.message);
  const options = { headers: { Authorization: `Bearer ${signedIn.data.token}` } };
  const found = await brandsFind({ appId: 36, req: { filter: { keyword: BRAND } } }, options);
  if (found.data.code !== 0) throw new Error(found.data.message);
  const [brand] = found.data.data.list;
  const attributes = { mcid: brand.mcid, target_url: `https://${BRAND}.example/` };
  const made = await toolsLinkCode({ appId: 36, req: { attributes } }, options);
  if (made.data.code !== 0) throw new Error(made.data.message);
  const filter = { start_date: DAY, end_date: DAY };
  const listed = await reportsTransactions({ appId: 36, req: { filter } }, options);
  if (listed.data.code !== 0) throw new Error(listed.data.message);
  const orders = listed.data.data.list.map((order) => order.order_id);
  const link = made.data.data.tracking_url;
  console.log(JSON.stringify({ refused: refused.code, brand: brand.mcid, link, orders }));
}

/** What a program must not be able to write: to take a refusal for a reply. */
export async function confuse() {
  const found = await brandsFind({ appId: 36 });
  // @ts-expect-error a refusal has no list
  return found.data.data.list;
}

void main();
