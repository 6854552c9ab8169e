import { Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useEffect } from "react";

import { takeSwitch } from "@/api/session";
import classes from "@/features/core/shell/Shell.module.css";
import { publisherLine } from "@/text/core/publisherLine";
import { PHONE } from "@/ui/base/theme";
import { toast } from "@/ui/feedback/toasts";

/** Names the publisher of somebody who works for several, and says once that it was switched, in this tab or another. */
export function PublisherLine({ name }: { name: string }) {
  // Elsewhere the sidebar names it.
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  useEffect(() => {
    const tab = takeSwitch();
    if (tab) toast.success(publisherLine.switched[tab](name));
  }, [name]);
  return (
    phone && (
      <Text size="xs" className={classes.publisher} title={name} truncate>
        {publisherLine.worksFor(name)}
      </Text>
    )
  );
}
