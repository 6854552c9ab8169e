import { Answer } from "@/ui/feedback/Answer";
import "@/ui/styles/pageStyles";

import { Button, Group, Stack } from "@mantine/core";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";

import { queryClient } from "@/api/client";
import { query } from "@/api/query";
import { signUp as words } from "@/text/accounts/signUp";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { AppModal } from "@/ui/overlay/lazy/AppModal";
import { RichText } from "@/ui/prose/RichText";

interface TermsModalProps {
  opened: boolean;
  onClose: () => void;
}

/** The network's terms, opened from the checkbox that agrees to them. */
export function TermsModal(props: TermsModalProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Terms {...props} />
    </QueryClientProvider>
  );
}

function Terms({ opened, onClose }: TermsModalProps) {
  const answer = useQuery(query("/common/terms"));
  return (
    <AppModal opened={opened} onClose={onClose} title={answer.data?.title ?? words.terms} size="lg">
      <Stack>
        <Answer of={answer} waiting={<SkeletonRows rows={6} height={64} />}>
          {({ text }) => <RichText text={text} level={3} />}
        </Answer>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.closeTerms}
          </Button>
        </Group>
      </Stack>
    </AppModal>
  );
}
