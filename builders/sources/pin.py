"""Find the newest commits of sources whose revision is not pinned."""

from __future__ import annotations

import http.client
import json
import urllib.request
from collections.abc import Sequence

from builders.sources import SOURCES, about
from builders.sources.place import SourceError


def newest(names: Sequence[str] | None = None) -> dict[str, dict[str, str]]:
    """Newest commit of each source, in the form that ``sources`` of ``params.yaml`` takes.

    Args:
        names: Sources on the Hub; all that are resolved at fetch where ``None``.

    Raises:
        VivavoceError: No such source, one that is pinned or not on the Hub, or no network.
    """
    if names is None:
        names = [name for name in SOURCES if about(name).at_fetch]
    commits: dict[str, str] = {}
    found = {}
    for name in names:
        facts = about(name)
        home = facts.home or {}
        if "hub" not in home or not facts.at_fetch:
            raise SourceError(f"{name}: nothing to pin: {facts.revision}")
        repo = str(home["hub"])
        if repo not in commits:
            commits[repo] = _commit(repo, str(home["revision"]))
        found[name] = {"revision": commits[repo]}
    return found


def _commit(repo: str, branch: str) -> str:
    from huggingface_hub import constants, get_token

    page = f"https://huggingface.co/datasets/{repo}"
    address = f"{constants.ENDPOINT}/api/datasets/{repo}/revision/{branch}"
    token = get_token()
    request = urllib.request.Request(address)
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    # The Hub's own client is not used: the errors it raises without a network differ between the
    # versions that this project works with.
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            return str(json.load(reply)["sha"])
    except (OSError, http.client.HTTPException, ValueError, KeyError) as error:
        raise SourceError(
            f"{address} does not say its newest commit ({error}). Take it from {page}/commits and "
            "write it in params.yaml"
        ) from error
