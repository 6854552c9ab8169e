import { Select, SimpleGrid, Stack, Title } from "@mantine/core";
import type {
  DateOrder,
  DecimalSign,
  ImportMapping,
  ImportPreview,
  ImportQuestion,
  ItemStatus,
} from "@/api/gen/types.gen";
import { imports } from "@/text/network/imports";
import { Hint } from "@/ui/base/Hint";
import { Callout } from "@/ui/feedback/Callout";
import { choiceName, withAnswer } from "./mapping";

interface QuestionsPanelProps {
  preview: ImportPreview;
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}

/**
 * The questions that a file leaves open, with their possible answers, and the meaning of its words
 * for statuses.
 */
export function QuestionsPanel({ preview, mapping, onChange }: QuestionsPanelProps) {
  const questions = preview.questions.filter(({ field }) => field !== "status");
  return (
    <>
      {questions.map((question) => (
        <Question
          key={question.field}
          question={question}
          onAnswer={(choice) => onChange(withAnswer(mapping, question, choice))}
        />
      ))}
      {preview.statuses.length > 0 && (
        <Stack gap="sm">
          <Title order={2}>{imports.statuses}</Title>
          <Hint size="sm">{imports.statusesHelp}</Hint>
          <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} verticalSpacing="sm">
            {preview.statuses.map(({ word, status }) => (
              <Select
                key={word}
                label={word}
                data={imports.statusChoices}
                value={status}
                placeholder={imports.statusUnknown}
                error={status === null && imports.statusRefused}
                onChange={(chosen) =>
                  chosen &&
                  onChange({
                    ...mapping,
                    statuses: { ...mapping.statuses, [word]: chosen as ItemStatus },
                  })
                }
              />
            ))}
          </SimpleGrid>
        </Stack>
      )}
    </>
  );
}

interface QuestionProps {
  question: ImportQuestion;
  onAnswer: (choice: string) => void;
}

function Question({ question, onAnswer }: QuestionProps) {
  return (
    <Callout state="pending" title={question.why}>
      <Select
        mt="xs"
        maw={360}
        label={imports.fieldName(question.field)}
        data={question.choices.map((value) => ({ value, label: choiceName(value) }))}
        value={null}
        placeholder={imports.choose}
        onChange={(choice) => choice && onAnswer(choice)}
      />
    </Callout>
  );
}

interface LayoutFieldsProps {
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}

const FOUND = "";

/** Encoding, delimiter, decimal sign and dates, to correct the detected ones. */
export function LayoutFields({ mapping, onChange }: LayoutFieldsProps) {
  const numbers = ["amount", "unit_price"].find((field) => field in mapping.columns) ?? "amount";
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} verticalSpacing="sm">
      <Select
        label={imports.encoding}
        data={[{ value: FOUND, label: imports.asFound }, ...imports.encodings]}
        value={mapping.encoding ?? FOUND}
        onChange={(value) =>
          onChange({ ...mapping, encoding: (value || null) as ImportMapping["encoding"] })
        }
      />
      <Select
        label={imports.delimiter}
        data={[{ value: FOUND, label: imports.asFound }, ...imports.delimiters]}
        value={mapping.delimiter ?? FOUND}
        onChange={(value) => onChange({ ...mapping, delimiter: value ?? "" })}
      />
      <Select
        label={imports.decimalSign}
        data={[
          { value: FOUND, label: imports.asFound },
          { value: "point", label: imports.decimalSigns.point },
          { value: "comma", label: imports.decimalSigns.comma },
        ]}
        value={mapping.decimal_signs?.[numbers] ?? FOUND}
        onChange={(value) => {
          const { [numbers]: _, ...others } = mapping.decimal_signs ?? {};
          const chosen = value ? { [numbers]: value as DecimalSign } : {};
          onChange({ ...mapping, decimal_signs: { ...others, ...chosen } });
        }}
      />
      <Select
        label={imports.dates}
        data={[
          { value: FOUND, label: imports.asFound },
          { value: "dmy", label: imports.dateOrders.dmy },
          { value: "mdy", label: imports.dateOrders.mdy },
        ]}
        value={mapping.date_order ?? FOUND}
        onChange={(value) =>
          onChange({ ...mapping, date_order: (value || null) as DateOrder | null })
        }
      />
    </SimpleGrid>
  );
}
