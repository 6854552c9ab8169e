import { Button } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import type { ViewReport } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { view as words } from "@/text/reports/view";
import { overlay } from "@/ui/base/overlay";

const ViewsModal = overlay(() => import("./lazy/ViewsModal").then(({ ViewsModal }) => ViewsModal));

export interface ViewsProps {
  report: ViewReport;
  /** The filter of the screen, in the form of its call. */
  filter: object;
  /** Shows the filter of a view. */
  onOpen: (filter: Record<string, unknown>) => void;
}

interface ViewsButtonProps extends ViewsProps {
  /** Whether nothing is chosen on the screen yet, so that the default view can be opened. */
  untouched: boolean;
}

/** The saved views of a report. It opens with the default one, unless something is chosen already. */
export function ViewsButton({ untouched, ...views }: ViewsButtonProps) {
  const mayEdit = hasPermission(useUser(), "report.edit");
  const [opened, setOpened] = useState(false);
  const { data } = useQuery(query("/reports/view_list", { filter: { report: views.report } }));
  const decided = useRef(!untouched);
  const { onOpen } = views;
  useEffect(() => {
    if (decided.current || !data) return;
    decided.current = true;
    const usual = data.list.find((each) => each.is_default && !each.out_of_date);
    if (usual) onOpen(usual.filter);
  }, [data, onOpen]);
  if (!mayEdit && !data?.list.length) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBookmark size={16} stroke={1.5} />}
        onClick={() => setOpened(true)}
      >
        {words.title}
      </Button>
      {opened && <ViewsModal {...views} onClosed={() => setOpened(false)} />}
    </>
  );
}
