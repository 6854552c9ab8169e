import { VisuallyHidden } from "@mantine/core";

import { common } from "@/text/core/common";

import classes from "./RuleList.module.css";

export interface Rule {
  text: string;
  met: boolean;
}

/** The requirements of a field, each ticked as soon as it is met. For a field's `description`. */
function RuleList({ rules }: { rules: Rule[] }) {
  return (
    <ul className={classes.rules}>
      {rules.map(({ text, met }) => (
        <li key={text} data-met={met || undefined}>
          <svg viewBox="0 0 16 16" width={14} height={14} aria-hidden="true">
            {met ? (
              <path d="M3 8.5l3.5 3.5L13 5" fill="none" stroke="currentColor" strokeWidth={1.8} />
            ) : (
              <circle cx={8} cy={8} r={2} fill="currentColor" />
            )}
          </svg>
          <span>
            {text}
            {met && <VisuallyHidden> ({common.met})</VisuallyHidden>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Puts rules below their field, and the error below them: spread into any Mantine input. */
export function withRules(rules: Rule[]) {
  return {
    description: <RuleList rules={rules} />,
    descriptionProps: { component: "div" as const },
    inputWrapperOrder: ["label", "input", "error", "description"] as Array<
      "label" | "input" | "description" | "error"
    >,
  };
}
