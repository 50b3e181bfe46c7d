"use strict";
const filters = document.getElementById("filters");
const boxes = ["dialect", "rule", "level", "verdict", "text"].map((name) => document.getElementById(name));
const failures = [...document.querySelectorAll(".failure")];

function show() {
  const [dialect, rule, level, verdict, text] = boxes.map((box) => box.value);
  let count = 0;
  for (const one of failures) {
    const { dialect: ofDialect, rule: ofRule, level: ofLevel, verdict: ofVerdict } = one.dataset;
    one.hidden = Boolean((dialect && ofDialect !== dialect) || (rule && !ofRule.split(" ").includes(rule))
      || (level && ofLevel !== level) || (verdict && ofVerdict !== verdict)
      || (text && !one.textContent.toLowerCase().includes(text.toLowerCase())));
    count += !one.hidden;
  }
  document.getElementById("count").textContent = `${count} of ${failures.length}`;
}

if (filters) {
  filters.hidden = false;
  filters.addEventListener("input", show);
  filters.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|SELECT)$/.test(event.target.tagName)) {
      event.preventDefault();
      boxes[4].focus();
    }
  });
  for (const button of document.querySelectorAll("button[data-rule]")) {
    button.addEventListener("click", () => {
      boxes[0].value = button.dataset.dialect;
      boxes[1].value = button.dataset.rule;
      show();
      filters.scrollIntoView();
      boxes[1].focus({ preventScroll: true });
    });
  }
  show();
}
