import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import type { CaseKind } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { cases } from "@/text/reports/case";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { LazyModal } from "@/ui/overlay/LazyModal";

import { CaseForm } from "./CaseForm";
import { MissingForm } from "./MissingForm";
import type { CaseSearch } from "./search";

interface CaseModalProps {
  search: CaseSearch;
  onClose: () => void;
  onOpened: (caseId: number) => void;
}

/** The form that the URL names: of a missing order, or of a claim about one that is there. */
export function CaseModal({ search, onClose, onOpened }: CaseModalProps) {
  const { add, about, mcid, click_ref } = search;
  const known = add !== "missing" && about !== undefined;
  return (
    <LazyModal
      opened={add === "missing" || (add !== undefined && known)}
      title={cases.formTitles[add ?? "missing"]}
      onClose={onClose}
    >
      {add !== undefined && known ? (
        <KnownOrder kind={add} oid={about} onClose={onClose} onOpened={onOpened} />
      ) : (
        <MissingForm
          key={click_ref}
          mcid={mcid}
          clickRef={click_ref}
          onClose={onClose}
          onOpened={onOpened}
        />
      )}
    </LazyModal>
  );
}

interface KnownOrderProps extends Pick<CaseModalProps, "onClose" | "onOpened"> {
  kind: CaseKind;
  oid: number;
}

function KnownOrder({ kind, oid, ...rest }: KnownOrderProps) {
  const { data, error, isFetching, refetch } = useQuery(
    query("/reports/transaction", { attributes: { oid } }),
  );
  if (data) return <CaseForm key={oid} kind={kind} story={data} {...rest} />;
  if (!error) return <Skeleton h={240} />;
  return <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />;
}
