// Must not compile: takes whatever came for the reply, though it may be a refusal.
import { brandsFind } from "./heyApi/sdk.gen";

export async function take() {
  const found = await brandsFind({ body: { appId: 36 } });
  return found.data?.data.list;
}
