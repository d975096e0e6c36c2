"""``vivavoce publish``: put a packaged dataset on the Hub, under a version."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from builders.package.release import Release


def publish(
    family: Annotated[str, typer.Argument(help="Family, or the folder of a packaged dataset.")],
    repo: Annotated[
        str | None, typer.Option(help="Repository, org/name; that of params.yaml by default.")
    ] = None,
    tag: Annotated[
        str | None, typer.Option(help="Version, such as v1.0.0; that of params.yaml by default.")
    ] = None,
    datasets: Annotated[Path, typer.Option(help="Folder of the packaged families.")] = Path(
        "datasets"
    ),
    receipt: Annotated[
        Path | None, typer.Option(help="Receipt; receipts/FAMILY.json by default.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show, do nothing.")] = False,
    i_have_the_rights: Annotated[
        bool,
        typer.Option(
            "--i-have-the-rights",
            help="You may publish what the licences do not let everyone hand on.",
        ),
    ] = False,
    private: Annotated[bool, typer.Option("--private", help="Make a new repo private.")] = False,
    params: Annotated[Path, typer.Option(help="Parameter file.")] = Path("params.yaml"),
) -> None:
    """Publish a dataset: one commit, one tag, one receipt.

    Examples:
        vivavoce publish voicebench --repo me/voicebench --tag v1.0.0 --dry-run

        vivavoce publish voicebench --repo me/voicebench --tag v1.1.0

        dvc repro receipts/dvc.yaml:publish@voicebench
    """
    from builders.package import publish as publishing
    from builders.package.version import check

    folder = Path(family) if Path(family).is_dir() else datasets / family
    if repo is None or tag is None:
        repo, tag, private = _stated(folder.name, repo, tag, private, params)
    check(tag)
    if dry_run:
        release, unreached = publishing.preview(folder, repo, tag)
        _show(release, repo, tag, i_have_the_rights)
        if unreached is not None:
            typer.echo(f"The Hub was not asked, and every file is shown as new: {unreached}")
        return
    path = receipt or Path("receipts") / f"{folder.name}.json"
    made = publishing.publish(
        folder,
        repo,
        tag,
        i_have_the_rights=i_have_the_rights,
        private=private,
        receipt=path,
    )
    typer.echo(f"{made.repo} {made.tag} is commit {made.commit}; receipt: {path}")


def _stated(
    family: str, repo: str | None, tag: str | None, private: bool, path: Path
) -> tuple[str, str, bool]:
    """Fill in from the parameter file what the command line leaves open."""
    from builders.errors import VivavoceError
    from builders.recipe.params import PublishParams, load_params

    stated = load_params(path).publish.get(family, PublishParams())
    repo, tag = repo or stated.repo, tag or stated.tag
    if repo is None or tag is None:
        option, key = ("--tag", "tag") if repo else ("--repo", "repo")
        raise VivavoceError(
            f"'{family}' has no {key} to be published under: give {option}, "
            f"or state 'publish.{family}.{key}' in {path}"
        )
    return repo, tag, private or stated.private


def _show(found: Release, repo: str, tag: str, rights_stated: bool) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from builders.package import version
    from builders.package.changelog import counts

    console = Console()
    files = Table("file", "bytes", "action", title=f"{repo} {tag}", title_justify="left")
    for file in found.plan.files:
        files.add_row(escape(file.path), f"{file.bytes:,}", file.action)
    console.print(files)
    licences = Table("config", "licence", "verdict", "why")
    for plan in found.plan.licences:
        for each in plan.licences:
            licences.add_row(
                escape(plan.config), escape(each.text) or "-", each.verdict, escape(each.why)
            )
    console.print(licences)
    size = sum(file.bytes for file in found.plan.sent)
    console.print(f"To send: {len(found.plan.sent)} files, {size:,} bytes.")
    if found.commit is not None:
        console.print(f"{tag} is published already with this content: commit {found.commit}")
    elif found.previous is not None and found.changes is not None and not found.plan.empty:
        level = found.changes.level or "patch"
        rows = ", ".join(f"{n:,} {word}" for word, n in counts(found.changes).items())
        console.print(f"Rows since {found.changes.old.rpartition('@')[2]}: {rows}.")
        console.print(f"Least next version: {version.bump(found.previous, level)}")
    if found.refusal is not None:
        console.print(f"Refused: {escape(found.refusal)}")
    for plan in () if rights_stated else found.plan.refused:
        console.print(f"Refused without --i-have-the-rights: {escape(plan.config)}")
