import { Fragment, type ReactNode } from "react";

import { copying } from "@/text/core/copying";
import { PathLink } from "@/ui/base/links";
import { CopyButton } from "@/ui/form/CopyButton";
import classes from "./RichText.module.css";

interface RichTextProps {
  /** Blocks between empty lines or of their own kind: `## heading`, `- list`, `1. list`, text, and code
   * between lines that begin with three backticks. */
  text: string;
  /** The level of its headings, one below that of the heading above it. */
  level?: 2 | 3;
}

interface Block {
  kind: "heading" | "bullets" | "numbers" | "paragraph" | "code";
  lines: string[];
}

const STARTS = [
  ["heading", /^#{1,6}\s+/],
  ["bullets", /^[-*]\s+/],
  ["numbers", /^\d{1,3}\.\s+/],
] as const;
const INLINE = /\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^()\s]+)\)|\*([^*\s](?:[^*]*[^*\s])?)\*/g;

/** A text with a few marks, as elements: nothing in it can become HTML. */
export function RichText({ text, level = 2 }: RichTextProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className={classes.text}>
      {blocksOf(text).map(({ kind, lines }, index) => {
        const key = `${index}`;
        if (kind === "heading") return <Heading key={key}>{inline(lines.join(" "))}</Heading>;
        if (kind === "code") return <Code key={key} source={lines.join("\n")} />;
        if (kind === "paragraph") return <p key={key}>{inline(lines.join(" "))}</p>;
        const List = kind === "bullets" ? "ul" : "ol";
        return (
          <List key={key}>
            {lines.map((line, item) => (
              <li key={`${item} ${line}`}>{inline(line)}</li>
            ))}
          </List>
        );
      })}
    </div>
  );
}

/** It scrolls sideways by itself, so it can be reached by keyboard; a button copies it. */
function Code({ source }: { source: string }) {
  return (
    <div className={classes.source}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus */}
      <pre className={classes.code} tabIndex={0}>
        <code>{source}</code>
      </pre>
      <div className={classes.copy}>
        <CopyButton value={source} what={copying.copyCode} />
      </div>
    </div>
  );
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  let fenced: string[] | null = null;
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line.startsWith("```")) {
      open = null;
      fenced = fenced ? null : [];
      if (fenced) blocks.push({ kind: "code", lines: fenced });
      continue;
    }
    if (fenced) {
      fenced.push(raw);
      continue;
    }
    if (!line) {
      open = null;
      continue;
    }
    const [kind, mark] = STARTS.find(([, start]) => start.test(line)) ?? ["paragraph", /^/];
    if (!open || open.kind !== kind || kind === "heading") {
      open = { kind, lines: [] };
      blocks.push(open);
    }
    open.lines.push(line.replace(mark, ""));
  }
  return blocks;
}

function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, bold, code, words, target = "", stressed] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    const key = `${match.index}`;
    if (bold) parts.push(<strong key={key}>{inline(bold)}</strong>);
    else if (code) parts.push(<code key={key}>{code}</code>);
    else if (stressed) parts.push(<em key={key}>{inline(stressed)}</em>);
    else parts.push(linkOf(inline(words ?? ""), target, key));
  }
  return [...parts, text.slice(end)];
}

/** A page of the portal or an HTTPS address; anything else stays text. */
function linkOf(words: ReactNode, target: string, key: string): ReactNode {
  if (/^\/(?!\/)/.test(target) || target.startsWith("https://")) {
    return (
      <PathLink key={key} path={target} underline="always">
        {words}
      </PathLink>
    );
  }
  return <Fragment key={key}>{words}</Fragment>;
}
