"use strict";
// All texts reach the page through textContent: none of them is ever read as markup.
(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const rows = read("rows"), clips = read("clips");
  const list = document.getElementById("list"), count = document.getElementById("count");
  const more = document.getElementById("more"), filters = document.getElementById("filters");
  const STEP = 30;
  let shown = 0, found = rows;

  const make = (tag, name, text) => {
    const node = document.createElement(tag);
    if (name) node.className = name;
    if (text !== undefined && text !== null) node.textContent = String(text);
    return node;
  };
  const labelled = (parent, label, text, name) => {
    if (text === null || text === undefined || text === "") return;
    parent.append(make("div", "what", label), make("div", "text " + (name || ""), text));
  };
  const player = (parent, name) => {
    if (!name || !Object.hasOwn(clips, name)) return;
    const audio = make("audio");
    audio.controls = true;
    audio.preload = "none";
    audio.src = clips[name];
    parent.append(audio);
  };
  const values = (get) => [...new Set(rows.flatMap(get))].sort();

  const choices = [
    ["run", "run", (r) => [r.run]],
    ["config", "config", (r) => [r.config]],
    ["split", "split", (r) => [r.split]],
    ["kind", "kind", (r) => Object.entries(r.kind).map(([k, v]) => k + ": " + v)],
    ["verdict", "verdict", (r) => r.judgements.filter((j) => j.task !== "asr" && j.task !== "mos")
      .map((j) => j.task + ": " + (j.verdict ?? "none"))],
    ["figure", "figure", (r) => Object.entries(r.figures).map(([k, v]) => k + " = " + v)],
    ["state", "state", (r) => [r.error ? "no answer" : "answered",
      ...(r.judgements.some((j) => j.error) ? ["judge failed"] : [])]],
  ].map(([name, label, get]) => {
    const options = values(get);
    if (options.length < 2) return null;
    const box = make("label", "", label), select = make("select");
    select.id = "f-" + name;
    select.append(make("option", "", ""));
    for (const option of options) {
      const node = make("option", "", option);
      node.value = option;
      select.append(node);
    }
    box.append(select);
    filters.append(box);
    select.addEventListener("change", apply);
    return { select, get };
  }).filter(Boolean);

  const searchBox = make("label", "", "text"), search = make("input");
  search.type = "search";
  search.id = "f-text";
  searchBox.append(search);
  filters.append(searchBox);
  search.addEventListener("input", apply);

  function card(row) {
    const node = make("article", "card"), head = make("header");
    head.append(make("b", "", row.id), make("span", "", row.run), make("span", "", row.config + "/" + row.split));
    for (const [name, value] of Object.entries(row.kind)) head.append(make("span", "", name + ": " + value));
    const pair = make("div", "pair"), left = make("div"), right = make("div");
    for (const [from, said] of row.history) labelled(left, "before, " + from, said);
    labelled(left, "question", row.prompt);
    player(left, row.audio.question);
    if (row.transcript !== row.prompt) labelled(left, "transcript of the recording", row.transcript);
    labelled(left, "reference", row.reference);
    labelled(right, "answer", row.response);
    player(right, row.audio.answer);
    labelled(right, "heard in the spoken answer", row.asr);
    labelled(right, "error", row.error, "error");
    const times = [];
    if (row.seconds != null) times.push(row.seconds.toFixed(2) + " s to answer");
    if (row.duration != null) times.push(row.duration.toFixed(2) + " s of speech");
    if (times.length) right.append(make("div", "what", times.join(", ")));
    pair.append(left, right);
    node.append(head, pair);
    for (const said of row.judgements) {
      if (said.task === "asr") continue;
      const line = make("div", "said");
      const bad = ["no", "other", "1", "2"].includes(said.verdict);
      line.append(make("span", "verdict" + (said.verdict === null ? " none" : bad ? " bad" : ""), said.verdict ?? "–"),
        make("b", "", " " + said.task + " "), make("span", "what", said.judge));
      if (said.reason) line.append(make("div", "text", said.reason));
      if (said.error) line.append(make("div", "text error", said.error));
      if (said.raw) {
        const whole = make("details");
        whole.append(make("summary", "", "reply as it came"), make("div", "text", said.raw));
        line.append(whole);
      }
      node.append(line);
    }
    return node;
  }

  function next() {
    const part = found.slice(shown, shown + STEP);
    list.append(...part.map(card));
    shown += part.length;
    more.hidden = shown >= found.length;
    count.textContent = found.length + " of " + rows.length + " rows";
  }

  function apply() {
    const text = search.value.trim().toLowerCase();
    found = rows.filter((row) =>
      choices.every(({ select, get }) => !select.value || get(row).includes(select.value)) &&
      (!text || JSON.stringify([row.id, row.prompt, row.response, row.reference, row.asr, row.judgements]).toLowerCase().includes(text)));
    list.replaceChildren();
    shown = 0;
    next();
  }

  more.addEventListener("click", next);
  apply();
})();
