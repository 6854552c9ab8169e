/** Prints rpc/clicks/crawler_patterns.py from the list of npm isbot (`make crawlers`). */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { list } = require("isbot");
const { version, license } = require("isbot/package.json");

// Ordinary words: in the names of products they mean a robot, elsewhere (a version, a phone's model) they mean nothing.
const WORDS = [
  "(?:^|[^g])news(?!sapphire)",
  "(?<! cu)bots?(?:\\b|_)",
  "(?<!cam)scan",
  "abuse",
  "advisor",
  "agent\\b",
  "analyzer",
  "archive",
  "audit",
  "capture",
  "catch",
  "check\\b",
  "checker",
  "classifier",
  "crawl",
  "detect",
  "discovery",
  "download",
  "feed",
  "grab",
  "insight",
  "inspect",
  "java(?!;)",
  "library",
  "measure",
  "monitor\\b",
  "node\\b",
  "optimize",
  "parser",
  "preview",
  "proxy",
  "radar",
  "retriever",
  "rigor",
  "scrape",
  "server",
  "spider",
  "splash",
  "synthetic",
  "tools",
  "torrent",
  "transcoder",
  "url",
  "validator",
];

// Forms that no browser's user agent has, but those of feature phones and television sets do.
const FORMS = [
  ";\\s\\w+;$",
  "\\(\\)",
  "\\b\\w+/1\\.0;",
  "\\|",
  "^[<\\(;]",
  "^[\\w \\.\\-\\(?:\\):%]+(?:/v?\\d+(?:\\.\\d+)?(?:\\.\\d{1,10})*?)?(?:,|$)",
  "^[\\w\\-]+/[\\w]+$",
  "^[^ ]{50,}$",
  "^\\d+\\b",
  "^\\w+/[\\w\\(\\)]*$",
  "^\\w+/\\d\\.\\d\\s\\([\\w@]+\\)$",
];

// Where people say who they are.
const CONTACTS = ["(?<!lib)http", "@[a-z][\\w-]+\\.", "\\.com\\b"];

// What the list means, without the people who are caught with it.
const CORRECTIONS = {
  // "HTTPS" among the abilities of a feature phone's browser.
  "(?<!lib)http": "(?<!lib)http(?!s?[;)]| pgdl)",
  // Sony Ericsson's JavaPlatform.
  "java(?!;)": "java(?!;|platform)",
  // Television sets.
  "(?<! channel/|google/)google(?!(?:wv|app|/google| pixel))":
    "(?<! channel/|google/)google(?!(?:wv|app|/google| pixel| ?tv))",
  // Sogou's browsers; its crawler is "Sogou web spider".
  sogou: "sogou(?!mse|mobilebrowser|search android)",
};

/** A pattern of JavaScript in the words of Python's re: look-behinds have one length, a class has no open range. */
function python(pattern) {
  return pattern
    .replaceAll("\\d-.", "\\d.\\-")
    .replaceAll(/(?<!\\)\$(?=$|[|)])/g, "\\Z")
    .replaceAll(/\(\?<!([^()]*\|[^()]*)\)/g, (_, either) =>
      either
        .split("|")
        .map((each) => `(?<!${each})`)
        .join(""),
    );
}

function tuple(name, meaning, patterns) {
  const lines = patterns.map((each) => `    r"${python(CORRECTIONS[each] ?? each)}",`);
  return `${name} = (\n${lines.join("\n")}\n)\n"""${meaning}"""\n`;
}

const sorted = [...WORDS, ...FORMS, ...CONTACTS];
const gone = [...sorted, ...Object.keys(CORRECTIONS)].filter((each) => !list.includes(each));
if (gone.length > 0) throw new Error(`isbot ${version} no longer has: ${gone.join("   ")}`);
const quoted = list.filter((each) => each.includes('"'));
if (quoted.length > 0) throw new Error(`not written as Python: ${quoted.join("   ")}`);

process.stdout.write(`"""Patterns of crawlers' user agents. Written by \`make crawlers\` (web/crawlers.mjs); do not edit.

From npm isbot ${version} by Omri Lotan, licence: ${license} (https://isbot.js.org).
"""

${tuple(
  "PRODUCTS",
  "Names of products that are crawlers.",
  list.filter((each) => !sorted.includes(each)),
)}
${tuple("CONTACTS", "Addresses of those who run a crawler.", CONTACTS)}
${tuple("WORDS", "Ordinary words, which mean a crawler in the name of a product.", WORDS)}
${tuple("FORMS", "Forms that no browser's user agent has.", FORMS)}`);
