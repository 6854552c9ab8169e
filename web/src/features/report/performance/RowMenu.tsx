import type { ClickSearch, TransactionSearch } from "@/features/report/search";
import { report } from "@/text/publisher/report";
import { toast } from "@/ui/feedback/toasts";
import { ActionMenu } from "@/ui/overlay/ActionMenu";

interface RowMenuProps {
  name: string;
  /** The orders and clicks behind the row, where they can be told. */
  orders: TransactionSearch | null;
  clicks: ClickSearch | null;
  text: string;
  onOrders: (search: TransactionSearch) => void;
  onClicks: (search: ClickSearch) => void;
}

/** What is behind a row of the report, and its figures for a spreadsheet. */
export function RowMenu({ name, orders, clicks, text, onOrders, onClicks }: RowMenuProps) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast.success(report.copied);
  };
  return (
    <ActionMenu
      label={report.actionsOf(name)}
      groups={[
        [
          ...(orders ? [{ label: report.openOrders, onClick: () => onOrders(orders) }] : []),
          ...(clicks ? [{ label: report.openClicks, onClick: () => onClicks(clicks) }] : []),
        ],
        [{ label: report.copyRow, onClick: () => void copy() }],
      ].filter((group) => group.length > 0)}
    />
  );
}
