"""What the test Hub keeps, and the rules it checks a card by."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from typing import Any

import yaml

TIME = "2026-01-01T00:00:00.000Z"
LICENCES = {
    *("apache-2.0", "mit", "other", "unknown", "cc0-1.0", "cc-by-3.0", "cc-by-4.0", "odc-by"),
    *("cc-by-sa-3.0", "cc-by-sa-4.0", "cc-by-nc-2.0", "cc-by-nc-3.0", "cc-by-nc-4.0", "odbl"),
    *("cc-by-nc-sa-3.0", "cc-by-nc-sa-4.0", "cc-by-nc-nd-4.0", "gpl-3.0", "bsd-3-clause"),
    *("cc-by-nd-4.0", "bsd-2-clause", "unlicense"),
}


@dataclass(frozen=True)
class Entry:
    """One file of a commit."""

    data: bytes
    large: bool

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def oid(self) -> str:
        """Git's id of the blob; that of the pointer text for a large file."""
        content = self.sha256.encode() if self.large else self.data
        return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()

    def listing(self, path: str) -> dict[str, Any]:
        shown: dict[str, Any] = {"type": "file", "path": path, "oid": self.oid}
        shown["size"] = len(self.data)
        if self.large:
            shown["lfs"] = {"oid": self.sha256, "size": len(self.data), "pointerSize": 130}
        return shown


@dataclass
class Repo:
    """Commits with their trees, and names for some of them."""

    commits: dict[str, dict[str, Entry]] = field(default_factory=dict)
    titles: list[tuple[str, str]] = field(default_factory=list)
    branches: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)

    def commit(self, branch: str, tree: dict[str, Entry], title: str) -> str:
        parent = self.branches.get(branch, "")
        text = json.dumps([parent, title, [(p, e.oid) for p, e in sorted(tree.items())]])
        sha = hashlib.sha1(text.encode()).hexdigest()
        self.commits[sha] = tree
        self.titles.append((sha, title))
        self.branches[branch] = sha
        return sha

    def resolve(self, revision: str) -> str | None:
        sha = self.branches.get(revision) or self.tags.get(revision)
        return sha or (revision if revision in self.commits else None)


def card_errors(content: str) -> list[str]:
    """The rules for a dataset card's head that the Hub documents."""
    match = re.match(r"---\n(.*?)\n---\n", content, re.DOTALL)
    if match is None:
        return ["the card has no YAML head"]
    head = yaml.safe_load(match[1])
    errors = []
    licences = head.get("license", [])
    for name in [licences] if isinstance(licences, str) else licences:
        if name not in LICENCES:
            errors.append(f'"license" must be one of the known identifiers, not {name}')
    if "other" in licences and not head.get("license_name"):
        errors.append('"license_name" is required with "other"')
    link = head.get("license_link", "LICENSE")
    if link not in ("LICENSE", "LICENSE.md") and not re.match("https?://", link):
        errors.append(f'"license_link" must be LICENSE, LICENSE.md or an address, not {link}')
    for code in head.get("language", []):
        if not re.fullmatch(r"[a-z]{2,3}", code):
            errors.append(f'"language" must be ISO 639 codes, not {code}')
    for size in head.get("size_categories", []):
        if not re.fullmatch(r"n<1K|\d+[KM]<n<\d+[KMB]", size):
            errors.append(f'"size_categories" holds {size}')
    for config in head.get("configs", []):
        if not isinstance(config.get("config_name"), str):
            errors.append('"configs" needs a text as "config_name"')
        for files in config.get("data_files", []):
            if not re.fullmatch(r"\w+(\.\w+)*", str(files.get("split"))):
                errors.append(f'"data_files" has the split {files.get("split")}')
    if not all(isinstance(tag, str) for tag in head.get("tags", [])):
        errors.append('"tags" must be texts')
    return errors
