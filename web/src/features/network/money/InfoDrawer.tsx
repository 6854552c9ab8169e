import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { money } from "@/text/network/money";
import { Answer } from "@/ui/feedback/Answer";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";

interface InfoDrawerProps<Info> {
  shown: number | undefined;
  title: string;
  answer: UseQueryResult<Info>;
  onClose: () => void;
  children: (info: Info) => ReactNode;
}

/** One payment or settlement, or why it cannot be shown. */
export function InfoDrawer<Info>(props: InfoDrawerProps<Info>) {
  const { answer, children, ...drawer } = props;
  return (
    <LazyDrawer {...drawer}>
      <Answer of={answer} missing={<EmptyState title={money.unknown} help={money.unknownHelp} />}>
        {children}
      </Answer>
    </LazyDrawer>
  );
}
