/** The platforms of channels, for forms that ask for one. */
import type { SiteTypes } from "@/api/gen/types.gen";

/** With more to choose from, nothing is proposed. */
const FEW = 3;
const OWN = "Own ";

/** The platforms of a type of channel; those of all types while none is chosen. */
export function platformsOf(types: SiteTypes | undefined, type: string | null): string[] {
  const fitting = types?.channel_platforms.filter(
    ({ channel_type }) => !type || channel_type === Number(type),
  );
  return [...new Set(fitting?.map(({ name }) => name))];
}

/** The platform after a change of type: the present one if it fits or was typed, else "Own …" where there are few. */
export function platformFor(types: SiteTypes | undefined, type: string | null, chosen: string) {
  const fitting = platformsOf(types, type);
  const isTyped = chosen && !platformsOf(types, null).includes(chosen);
  if (isTyped || fitting.includes(chosen)) return chosen;
  const own = fitting.find((name) => name.startsWith(OWN));
  return type && own && fitting.length <= FEW ? own : "";
}
