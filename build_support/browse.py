# SPDX-License-Identifier: Apache-2.0
"""Opens every page of the site in Chromium, as a reader would.

python -m build_support.browse [SITE]

A page whose scripts fail, a link that leads nowhere, an anchor that is not on its page and a search
that does not find a call end it with 1. Nothing but the site itself is asked for.
"""

from __future__ import annotations

import functools
import http.server
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

from playwright.sync_api import Browser, Error, Page, Request, sync_playwright
from playwright.sync_api import TimeoutError as BrowserTimeoutError

from aclnn_py._version import __version__

from .site import ROOT

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# The links of a page and the places in it that links can name.
LINKS = "[...document.querySelectorAll('a[href]')].map(each => each.href)"
PLACES = "[...document.querySelectorAll('[id]')].map(each => each.id)"
SEARCHED = "aclnnLogSoftmax"


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address of a server of this machine's own that has the site."""
    handler = functools.partial(_Quiet, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass

    def copyfile(self, source: Any, outputfile: Any) -> None:
        with suppress(ConnectionError):  # the page was left
            super().copyfile(source, outputfile)


class Walk:
    """What was seen on the pages."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self.page = browser.new_page()
        self.faults: list[str] = []
        self.links: dict[str, set[str]] = {}  # from a page
        self.places: dict[str, set[str]] = {}
        self.page.on("pageerror", self._failed)
        self.page.on("requestfailed", self._not_had)
        self.page.on("request", lambda each: self._asked(each.url))

    def _failed(self, error: Error) -> None:
        if error.message != "Network error":  # what follows when the index of the search was left
            self.faults.append(f"{self.page.url}: {error}")

    def _not_had(self, request: Request) -> None:
        # This walk leaves a page before all has come; the search at its end needs the index.
        if request.failure != "net::ERR_ABORTED" and not request.url.endswith("/search.json"):
            self.faults.append(f"{self.page.url}: {request.url} was not had: {request.failure}")

    def _asked(self, url: str) -> None:
        if url.startswith("http") and not url.startswith(self.address):
            self.faults.append(f"{self.page.url}: asks another host for {url}")

    def open(self, url: str) -> None:
        """Open a page; note its links and places."""
        answer = self.page.goto(url, wait_until="load")
        if answer is None or not answer.ok:
            self.faults.append(f"{url}: {answer.status if answer else 'no answer'}")
            return
        self.links[url] = set(self.page.evaluate(LINKS))
        self.places[url] = set(self.page.evaluate(PLACES))

    def find_dead_links(self) -> None:
        """Links within the site to pages that were not opened, and to places that are not there."""
        for url, links in self.links.items():
            for link in sorted(links):
                target, place = urldefrag(link)
                if target.endswith("/"):
                    target += "index.html"
                if not target.startswith(self.address):
                    continue
                if target not in self.places:
                    self.faults.append(f"{url}: a dead link to {target}")
                elif place and unquote(place) not in self.places[target]:
                    self.faults.append(f"{url}: no place {place} on {target}")


def search(page: Page, words: str) -> bool:
    """Whether the site's search finds a heading."""
    page.keyboard.press("/")
    page.keyboard.type(words)
    try:
        page.locator("a", has_text=words).first.wait_for(timeout=20_000)
    except BrowserTimeoutError:
        return False
    return True


def main(arguments: list[str]) -> int:
    """Returns 0 when all is well."""
    site = Path(arguments[0]) if arguments else ROOT / "build" / "site"
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        print(f"no browser: one of {', '.join(BROWSERS)} is needed", file=sys.stderr)
        return 1
    pages = sorted(each.relative_to(site).as_posix() for each in site.rglob("*.html"))
    with served(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        walk = Walk(browser, address)
        for page in pages:
            # The first leads to the newest version at once; servers show the other at any address.
            if page != "index.html" and not page.endswith("404.html"):
                walk.open(address + page)
        walk.find_dead_links()
        page_of_search = browser.new_page()  # with nothing under way from pages before it
        page_of_search.goto(f"{address}{__version__}/index.html", wait_until="networkidle")
        if not search(page_of_search, SEARCHED):
            walk.faults.append(f"the search does not find {SEARCHED}")
        browser.close()
    print(*walk.faults, sep="\n", end="\n" if walk.faults else "")
    print(
        f"{len(pages)} pages, {sum(map(len, walk.links.values()))} links, {len(walk.faults)} faults"
    )
    return 1 if walk.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
