/** Looks at pages as a slow phone does, with Lighthouse. Reads what to do from stdin, and prints one JSON line for each page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const { packages, browser: program, flags, environment, pages } = JSON.parse(readFileSync(0, "utf8"));
const { resolve } = createRequire(`${packages}/package.json`);
const load = (name) => import(pathToFileURL(resolve(name)));
const { default: lighthouse } = await load("lighthouse");
const { default: puppeteer } = await load("puppeteer-core");
const { defaultSettings } = await load("lighthouse/core/config/constants.js");
const { pageFunctions } = await load("lighthouse/core/lib/page-functions.js");

const CATEGORIES = ["performance", "accessibility", "best-practices"];
const TRIES = 3;
/**
 * The BenchmarkIndex of the phone that is emulated: a quarter of Lighthouse's regular host, as its default of four
 * assumes. The slowdown is calibrated to it before each visit (Lighthouse, docs/throttling.md, "calibrating
 * multipliers"), so that a slower machine or hour does not emulate a slower phone.
 */
const PHONE = 500;

for (const page of pages) {
  process.stdout.write(`${JSON.stringify({ name: page.name, ...(await lookAt(page)) })}\n`);
}

/** Looks at a page in a browser of its own, and once more where the browser failed. */
async function lookAt(page, left = TRIES) {
  try {
    return await look(page);
  } catch (failure) {
    if (left <= 1) throw failure;
    process.stderr.write(`${page.name}: ${failure.message}; once more\n`);
    return lookAt(page, left - 1);
  }
}

async function look({ url, token }) {
  const browser = await puppeteer.launch({
    executablePath: program,
    args: flags,
    env: { ...process.env, ...environment },
  });
  try {
    const page = await browser.newPage();
    if (token) {
      await page.evaluateOnNewDocument((value) => localStorage.setItem("token", value), token);
    }
    const index = await page.evaluate(pageFunctions.computeBenchmarkIndex);
    const throttling = { ...defaultSettings.throttling, cpuSlowdownMultiplier: Math.max(1, index / PHONE) };
    const flow = { onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: "silent", throttling };
    const { lhr } = await lighthouse(url, flow, undefined, page);
    return { ...read(lhr), index };
  } finally {
    await browser.close();
  }
}

/** Scores of 100, times in seconds, the scripts that were loaded, and the audits that were failed. */
function read({ categories, audits, finalDisplayedUrl, runtimeError }) {
  if (runtimeError) throw new Error(runtimeError.message);
  const score = (category) => Math.round(categories[category].score * 100);
  const value = (audit) => audits[audit].numericValue;
  const requests = audits["network-requests"].details.items;
  const failed = ["accessibility", "best-practices"].flatMap((category) =>
    categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
      .map(({ id }) => id),
  );
  return {
    url: finalDisplayedUrl,
    performance: score("performance"),
    accessibility: score("accessibility"),
    practices: score("best-practices"),
    lcp: value("largest-contentful-paint") / 1000,
    cls: value("cumulative-layout-shift"),
    tbt: value("total-blocking-time"),
    scripts: requests.filter(({ resourceType }) => resourceType === "Script").map(({ url }) => url),
    failed,
  };
}
