import { useSteadyQuery } from "@/api/useSteadyQuery";
import { network } from "@/text/network/network";
import { Hint } from "@/ui/base/Hint";
import { parseId } from "@/ui/base/searchParams";
import type { LazySelectProps } from "@/ui/picker/LazySelect";
import { SearchSelect, useKeyword } from "@/ui/picker/SearchSelect";
import { publisherLabel, usePublisher } from "./publishers";

const PAGE_SIZE = 20;

interface PublisherSelectProps extends Omit<LazySelectProps, "data" | "value" | "onChange"> {
  /** Its uid; empty for none. */
  value?: number | "";
  onChange: (uid: number | "") => void;
}

/** Picks a publisher by its name, username or email address; its ID can be typed, too. */
export function PublisherSelect({ value = "", onChange, ...rest }: PublisherSelectProps) {
  const { keyword, setTyped } = useKeyword();
  const byWord = useSteadyQuery("/network/accounts", {
    filter: { keyword },
    page: { perPage: PAGE_SIZE },
  });
  const byId = usePublisher(parseId(keyword));
  const chosen = usePublisher(value || undefined);
  const accounts = [...(byId ? [byId] : []), ...(byWord.data?.list ?? [])];
  const emails = new Map(accounts.map(({ uid, email }) => [String(uid), email]));
  const found = new Map(accounts.map((account) => [String(account.uid), publisherLabel(account)]));
  const label = chosen ? publisherLabel(chosen) : String(value);
  return (
    <SearchSelect
      placeholder={network.publisherHint}
      {...rest}
      found={[...found].map(([uid, name]) => ({ value: uid, label: name }))}
      chosen={value ? { value: String(value), label } : null}
      onSearch={setTyped}
      onChange={(picked) => onChange(parseId(picked) ?? "")}
      parse={(typed) => parseId(typed)?.toString()}
      renderOption={({ option }) => (
        <div>
          {option.label}
          <Hint>{emails.get(option.value)}</Hint>
        </div>
      )}
    />
  );
}
