"use strict";
const token = document.body.dataset.token;
const byId = (id) => document.getElementById(id);
const most = 200;
let cases = [], fitting = 0;

// Words of one text that the other lacks, in order: longest common subsequence over units.
function units(text) {
  return text.match(/[\u3400-\u9fff]|[^\s\u3400-\u9fff]+|\s+/g) || [];
}
const plain = (unit) => unit.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function common(a, b) {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i][j] = plain(a[i]) === plain(b[j])
        ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
    }
  }
  const left = new Set(), right = new Set();
  let i = 0, j = 0;
  while (i < a.length && j < b.length) {
    if (plain(a[i]) === plain(b[j])) { left.add(i++); right.add(j++); }
    else if (table[i + 1][j] >= table[i][j + 1]) i++; else j++;
  }
  return [left, right];
}

function show(place, parts, same) {
  place.replaceChildren(...parts.map((unit, n) => {
    if (same.has(n) || !plain(unit)) return document.createTextNode(unit);
    const mark = document.createElement("b");
    mark.textContent = unit;
    return mark;
  }));
}

function standing(decision) {
  if (!decision) return "";
  const text = decision.text ? `: ${decision.text}` : "";
  const take = decision.take === undefined ? "" : ` ${decision.take}`;
  return `decided: ${decision.decision}${take}${text}` + (decision.by ? ` (${decision.by})` : "");
}

async function decide(row, article, decision) {
  const problem = article.querySelector(".problem");
  problem.textContent = "";
  const answer = await fetch("/decide", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Token": token },
    body: JSON.stringify({
      key: row.key,
      decision,
      text: article.querySelector("textarea").value,
      note: article.querySelector("input").value,
    }),
  });
  if (!answer.ok) { problem.textContent = await answer.text(); return; }
  row.decision = await answer.json();
  article.querySelector(".standing").textContent = standing(row.decision);
  article.classList.add("decided");
  count();
}

function card(row) {
  const article = byId("case").content.firstElementChild.cloneNode(true);
  const part = (name) => article.querySelector(name);
  part("h2").textContent = `${row.subset} · ${row.id}`;
  part(".why").textContent = `${row.stage}, ${row.step}: ${row.reason}. ${row.detail}`;
  if (row.seconds === null) part("audio").remove();
  else part("audio").src = "/audio/" + row.key.split("/").map(encodeURIComponent).join("/");
  if (row.heard === null) {
    part(".text").textContent = row.text;
    part(".heard").textContent = "no recording";
  } else {
    const a = units(row.text), b = units(row.heard);
    const [left, right] = common(a, b);
    show(part(".text"), a, left);
    show(part(".heard"), b, right);
  }
  const more = [];
  if (row.prompt !== row.text) more.push(`written: ${row.prompt}`);
  if (row.reference) more.push(`answer: ${row.reference}`);
  if (row.error_rate !== null) more.push(`error rate ${row.error_rate}`);
  if (row.mos !== null) more.push(`opinion score ${row.mos}`);
  if (row.take !== null) more.push(`take ${row.take}`);
  if (row.seconds !== null) more.push(`${row.seconds} s`);
  part(".more").textContent = more.join(" · ");
  part(".standing").textContent = standing(row.decision);
  part("textarea").value = row.text;
  if (row.dialogue && row.stage !== "text") part('[data-decision="edit"]').disabled = true;
  if (row.stage === "text" || row.take === null) part('[data-decision="retake"]').disabled = true;
  article.classList.toggle("decided", Boolean(row.decision));
  for (const button of article.querySelectorAll("button")) {
    button.addEventListener("click", () => decide(row, article, button.dataset.decision));
  }
  return article;
}

function count() {
  const open = cases.filter((row) => !row.decision).length;
  byId("count").textContent = `${open} of ${cases.length} rows wait. `
    + "Decisions are written at once; the next build obeys them."
    + (fitting > most ? ` ${most} of ${fitting} are shown: load the page again for the next.` : "");
}

function draw() {
  const subset = byId("subset").value, reason = byId("reason").value;
  const find = byId("find").value.toLowerCase(), done = byId("done").checked;
  const found = cases.filter((row) =>
    (!subset || row.subset === subset) && (!reason || row.reason === reason)
    && (done || !row.decision)
    && (!find || `${row.id} ${row.text} ${row.heard}`.toLowerCase().includes(find))
  );
  fitting = found.length;
  byId("cases").replaceChildren(...found.slice(0, most).map(card));
  count();
}

function options(id, values) {
  for (const value of [...new Set(values)].sort()) {
    const option = document.createElement("option");
    option.value = option.textContent = value;
    byId(id).append(option);
  }
}

fetch("/cases").then((answer) => answer.json()).then((found) => {
  cases = found;
  options("subset", cases.map((row) => row.subset));
  options("reason", cases.map((row) => row.reason));
  for (const id of ["subset", "reason", "done", "find"]) byId(id).addEventListener("input", draw);
  byId("filter").addEventListener("submit", (event) => event.preventDefault());
  draw();
});
