// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens pages in a browser without a screen and checks what only a browser knows: that nothing fails,
// figures have marks, tables have rows, the page fits a telephone. Speaks the DevTools protocol by pipe.
//
//     node browser.mjs CHROMIUM [--shots FOLDER] PAGE.html...
//
// Prints a line for each problem; the exit status is 1 if there is one.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const words = process.argv.slice(2);
const chromium = words.shift();
const shots = words[0] === "--shots" ? (words.shift(), words.shift()) : null;
const profile = mkdtempSync(join(tmpdir(), "bfsweep-browser-"));
const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe", `--user-data-dir=${profile}`];
const browser = spawn(chromium, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const ended = new Promise((done) => browser.on("exit", done));

// ---- The protocol -----------------------------------------------------------

let last = 0, received = "";
const waiting = new Map(), listeners = [];

browser.stdio[4].on("data", (bytes) => {
  received += bytes;
  for (let end; (end = received.indexOf("\0")) >= 0; received = received.slice(end + 1)) {
    const message = JSON.parse(received.slice(0, end));
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (call) message.error ? call.fail(new Error(message.error.message)) : call.done(message.result);
    else listeners.forEach((listen) => listen(message.method, message.params));
  }
});

function call(method, params = {}, sessionId) {
  const id = ++last;
  browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
  return new Promise((done, fail) => waiting.set(id, { done, fail }));
}

// ---- What is checked ----------------------------------------------------------

// Runs in the page; returns problems.
function inspect(width) {
  const problems = [];
  const name = (e) => e.id || e.closest("[id]")?.id || e.className || e.tagName;
  if (document.scrollingElement.scrollWidth > width)
    problems.push(`is ${document.scrollingElement.scrollWidth} pixels wide`);
  for (const svg of document.querySelectorAll("figure svg")) {
    if (!svg.querySelector("title")?.textContent.trim()) problems.push(`figure ${name(svg)} has no title`);
    if (!svg.querySelector("desc")?.textContent.trim()) problems.push(`figure ${name(svg)} has no text`);
    if (!svg.querySelector(".marks path, .marks use, .marks polygon, .marks circle"))
      problems.push(`figure ${name(svg)} has no marks`);
    const box = svg.getBoundingClientRect();
    if (box.width < 200 || box.height < 40) problems.push(`figure ${name(svg)} is ${box.width} x ${box.height}`);
    for (const text of svg.querySelectorAll("text")) {
      const its = text.getBoundingClientRect();
      if (its.width && (its.left < box.left - 6 || its.right > box.right + 12))
        problems.push(`figure ${name(svg)}: '${text.textContent}' hangs out`);
    }
  }
  for (const figure of document.querySelectorAll("figure"))
    if (!figure.querySelector("svg")) problems.push(`figure ${name(figure)} is empty`);
  for (const table of document.querySelectorAll("table"))
    if (!table.tBodies[0]?.rows.length) problems.push(`table ${name(table)} has no rows`);
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  ids.filter((id, i) => ids.indexOf(id) !== i).forEach((id) => problems.push(`id ${id} is there twice`));
  for (const a of document.querySelectorAll("a[href^='#']"))
    if (!document.getElementById(a.hash.slice(1))) problems.push(`link ${a.hash} leads nowhere`);
  return problems;
}

// Sorts the first table by its last column, twice; returns problems.
function sort() {
  const table = [...document.querySelectorAll("table.sortable")].find((t) => t.tBodies[0].rows.length > 1);
  if (!table) return [];
  const value = (row) => parseFloat(row.cells[row.cells.length - 1].querySelector("data").value);
  const problems = [];
  const buttons = table.tHead.querySelectorAll("th button");
  for (const [sign, what] of [[1, "ascending"], [-1, "descending"]]) {
    buttons[buttons.length - 1].click();
    const values = [...table.tBodies[0].rows].map(value).filter((v) => !isNaN(v));
    if (values.some((v, i) => i && sign * (v - values[i - 1]) < 0)) problems.push(`a table is not ${what}`);
  }
  return problems;
}

// What a page looks like: background and text, as numbers from 0 (black) to 255.
function shades() {
  const shade = (c) => c.match(/\d+/g).slice(0, 3).reduce((sum, x) => sum + Number(x), 0) / 3;
  const style = getComputedStyle(document.documentElement);
  return [shade(style.backgroundColor), shade(style.color)];
}

// ---- A page -------------------------------------------------------------------

async function open(page, width, scheme) {
  const problems = [];
  const { targetId } = await call("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await call("Target.attachToTarget", { targetId, flatten: true });
  const tell = (method, params) => call(method, params, sessionId);
  const evaluate = async (f, ...args) => {
    const r = await tell("Runtime.evaluate",
      { expression: `(${f})(${args.map((a) => JSON.stringify(a))})`, returnByValue: true });
    if (r.exceptionDetails) throw new Error(r.exceptionDetails.exception?.description);
    return r.result.value;
  };
  let loaded;
  const load = new Promise((done) => (loaded = done));
  const listen = (method, params) => {
    if (method === "Page.loadEventFired") loaded();
    if (method === "Runtime.exceptionThrown") problems.push(`exception: ${params.exceptionDetails.text}`);
    if (method === "Runtime.consoleAPICalled" && params.type === "error") problems.push("writes errors");
    if (method === "Log.entryAdded" && params.entry.level === "error") problems.push(params.entry.text);
    if (method === "Network.requestWillBeSent" && !/^(file|data|about):/.test(params.request.url))
      problems.push(`asks the network for ${params.request.url}`);
  };
  listeners.push(listen);
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await tell(`${domain}.enable`);
  await tell("Emulation.setDeviceMetricsOverride",
    { width, height: width < 600 ? 844 : 900, deviceScaleFactor: 1, mobile: width < 600 });
  await tell("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
  await tell("Page.navigate", { url: pathToFileURL(resolve(page)).href });
  await load;
  problems.push(...(await evaluate(inspect, width)));
  const [paper, ink] = await evaluate(shades);
  if (scheme === "dark" ? paper > 80 || ink < 160 : paper < 200 || ink > 80)
    problems.push(`is not ${scheme}: paper ${paper}, ink ${ink}`);
  if (shots) await shoot(tell, evaluate, `${basename(page, ".html")}-${width}-${scheme}`);
  problems.push(...(await evaluate(sort)));
  listeners.splice(listeners.indexOf(listen), 1);
  await call("Target.closeTarget", { targetId });
  return problems;
}

async function shoot(tell, evaluate, name) {
  const [width, height] = await evaluate(() =>
    [document.documentElement.clientWidth, document.documentElement.scrollHeight]);
  const tall = 2400;
  for (let top = 0, n = 1; top < height; top += tall, n++) {
    const clip = { x: 0, y: top, width, height: Math.min(tall, height - top), scale: 1 };
    const { data } = await tell("Page.captureScreenshot", { clip, captureBeyondViewport: true });
    writeFileSync(join(shots, `${name}-${n}.png`), Buffer.from(data, "base64"));
  }
}

let failed = 0;
const dead = ended.then(() => { throw new Error(`${chromium} ended by itself`); });
dead.catch(() => {});
try {
  for (const page of words)
    for (const width of [1280, 390])
      for (const scheme of ["light", "dark"])
        for (const problem of await Promise.race([open(page, width, scheme), dead])) {
          console.log(`${basename(page)}, ${width} pixels, ${scheme}: ${problem}`);
          failed = 1;
        }
  console.log(`${words.length} pages opened`);
} catch (error) {
  console.log(String(error));
  failed = 1;
}
// It is asked to end, so that its own processes do; what it still writes must not fail the test.
call("Browser.close").catch(() => {});
await Promise.race([ended, new Promise((done) => setTimeout(done, 5000))]);
browser.kill("SIGKILL");
await ended;
rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
process.exit(failed);
