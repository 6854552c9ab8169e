"""The search of help: the articles that answer a question, best first, and the sentence that answers it."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from math import log

from msgspec import Struct

from schema.core.search_text import WORD, normalize_words
from schema.home.article import Article, ArticleRow, HelpSearch, TextPart
from schema.home.help_synonyms import SYNONYMS

WEIGHTS = {"title": 10.0, "headings": 6.0, "summary": 4.0, "entries": 3.0}
"""The weight of a match by where it is; entries are the bold words at the beginning of a line."""
BODY_WEIGHT = 0.5
REPEATED_MAX = 5
"""How many occurrences of a word in a text add weight; further ones do not."""
LEAST_PART = 0.1
"""The share of the best score that an article without all terms needs to be listed."""
ENTRY = re.compile(r"\*\*(.+?)\*\*")
MARKS = re.compile(r"\[([^\]]*)\]\([^)]*\)|\*\*|`")
"""Markup to remove: links, whose text stays, and the marks of bold words and code."""
LINE_START = re.compile(r"^(?:[-*] |\d+\. )")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
TYPO_MIN = 5
"""The minimum length of a word that is corrected: shorter ones resemble too many others."""
STEM_MIN = 4
"""The minimum length of a word without its ending."""
TERMS_MAX = 12
"""How many words of a question are searched for; further ones are ignored."""
_words = """
a about am an and any are at be been by can did do does for from get give had has have how i if in is it its last
long make many me mean means much my need no not of on or our s second see set should show so some t that the their
them there these they this to up use want was we were what when where which who why will with work works would you
your
"""
QUESTION_WORDS = frozenset(_words.split())


class Term(Struct, frozen=True):
    """A search term: patterns of phrases in normalized words, any of which matches."""

    phrases: tuple[str, ...]

    @property
    def pattern(self) -> re.Pattern[str]:
        return compile_pattern("|".join(self.phrases))

    def is_in(self, words: str) -> bool:
        return self.pattern.search(words) is not None


class Sentence(Struct, frozen=True):
    """A sentence of an article, without marks, and the heading it stands under; both with their normalized words."""

    text: str
    words: str
    heading: str
    heading_words: str


class IndexedArticle(Struct, frozen=True):
    """An article prepared for searching: normalized words, with a line for each heading, list entry and sentence."""

    article: Article
    title: str
    summary: str
    headings: str
    entries: str
    sentences: tuple[Sentence, ...]
    body: str

    def score(self, term: Term) -> float:
        """The score of a term; 0 if the article does not contain it."""
        weights = sum(weight for name, weight in WEIGHTS.items() if term.is_in(getattr(self, name)))
        times = sum(1 for _ in islice(term.pattern.finditer(self.body), REPEATED_MAX))
        return weights + BODY_WEIGHT * times


def search_articles(articles: Iterable[Article], search: HelpSearch) -> list[ArticleRow]:
    """The articles that answer a question, best matches first; all in reading order without one.

    Question words count only if there are no others; words in no article are ignored. Articles without all terms come
    last, and only if they score well. The article of the current page comes first.
    """
    indexed = [index_article(article) for article in articles]
    own = find_page_article(indexed, search.page)
    if not search.keyword.strip():
        return [article_row(each, each is own) for each in first_of(own, indexed)]
    terms = read_terms(search.keyword, vocabulary_of(indexed))
    scores = [[each.score(term) for each in indexed] for term in terms]
    # A term that few articles have says more.
    known = [
        (term, row, log(1 + len(indexed) / sum(map(bool, row))))
        for term, row in zip(terms, scores, strict=True)
        if any(row)
    ]
    total = sum(rarity for *_, rarity in known)
    values: dict[str, float] = {}
    complete = set()
    for n, each in enumerate(indexed):
        covered = sum(rarity for _, row, rarity in known if row[n]) / (total or 1)
        values[each.article.slug] = covered**2 * sum(rarity * row[n] for _, row, rarity in known)
        if known and all(row[n] for _, row, _ in known):
            complete.add(each.article.slug)
    least = LEAST_PART * max(values.values(), default=0.0)
    matches = [
        each
        for each in sorted(indexed, key=lambda each: -values[each.article.slug])
        if each.article.slug in complete or values[each.article.slug] > least
    ]
    question = [(term, rarity) for term, _, rarity in known]
    return [
        article_row(each, each is own, excerpt_of(each, question))
        for each in first_of(own, matches)
    ]


def article_row(
    each: IndexedArticle, is_of_page: bool, excerpt: list[TextPart] | None = None
) -> ArticleRow:
    article = each.article
    return ArticleRow(
        article.slug,
        article.section,
        article.title,
        article.summary,
        article.page,
        is_of_page,
        excerpt or [],
    )


def first_of(own: IndexedArticle | None, listed: list[IndexedArticle]) -> list[IndexedArticle]:
    """The list with `own` first, if it contains that article."""
    return sorted(listed, key=lambda each: each is not own)


def find_page_article(indexed: list[IndexedArticle], path: str) -> IndexedArticle | None:
    """The article whose page is a prefix of a path; the longest if there are several.

    `/settings/payment` also explains `/settings/payment-add-bank`.
    """
    explaining = [
        each
        for each in indexed
        if (page := each.article.page) and re.match(rf"{re.escape(page)}(?:[/-]|\Z)", path)
    ]
    return max(explaining, key=lambda each: len(each.article.page or ""), default=None)


def read_terms(keyword: str, vocabulary: frozenset[str]) -> list[Term]:
    """Parse a question into terms: the longest phrases that have synonyms, then its other words."""
    words = [correct_word(word, vocabulary) for word in normalize_words(keyword).split()]
    terms, others = [], []
    at = 0
    while at < len(words):
        size = next(
            (
                n
                for n in range(LONGEST_PHRASE, 0, -1)
                if stems(words[at : at + n]) in SYNONYMS_BY_STEMS
            ),
            0,
        )
        phrase = words[at : at + max(size, 1)]
        at += len(phrase)
        if size:
            terms.append(Term((phrase_pattern(phrase), *SYNONYMS_BY_STEMS[stems(phrase)])))
        else:
            others.append((phrase[0], phrase_pattern(phrase, last_is_begun=at == len(words))))
    patterns = [pattern for word, pattern in others if word not in QUESTION_WORDS]
    if not terms and not patterns:
        patterns = [pattern for _, pattern in others]
    every = [*terms, *(Term((pattern,)) for pattern in patterns)]
    return list(dict.fromkeys(every))[:TERMS_MAX]


@lru_cache(maxsize=1_000)
def compile_pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})")


def phrase_pattern(words: Iterable[str], last_is_begun: bool = False) -> str:
    """A pattern of words in any form, in this order; short words match only whole, because many others begin with them.

    The last word may be incomplete while it is typed.
    """
    words = list(words)
    patterns = [rf"{stem(word)}\w*" if len(word) >= STEM_MIN else rf"{word}s?\b" for word in words]
    if last_is_begun:
        patterns[-1] = rf"{stem(words[-1])}\w*"
    return " ".join(patterns)


def correct_word(word: str, vocabulary: frozenset[str]) -> str:
    """The word or, if no known word begins with its stem, a known word one letter away, the closest in length."""
    if len(word) < TYPO_MIN or word in QUESTION_WORDS:
        return word
    begin = stem(word)
    if any(each.startswith(begin) for each in vocabulary):
        return word
    near = [each for each in vocabulary if is_one_letter_off(word, each)]
    return min(near, key=lambda each: (abs(len(each) - len(word)), each), default=word)


def is_one_letter_off(one: str, other: str) -> bool:
    """Whether one letter is missing, extra or wrong, or two neighbours are swapped."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if start is None:
        return True
    rest, other_rest = one[start:], other[start:]
    exchanged = rest[1::-1] + rest[2:]
    return (
        rest[1:] == other_rest[1:]
        or rest[1:] == other_rest
        or rest == other_rest[1:]
        or exchanged == other_rest
    )


@lru_cache(maxsize=10_000)
def stem(word: str) -> str:
    """A word without the endings of English plurals and verbs, so that its other forms begin with the same letters."""
    if word.endswith(("xes", "sses", "shes", "ches")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > STEM_MIN - 1:
        word = word[:-1]
    for ending in ("ing", "ed", "ie", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= STEM_MIN:
            return word.removesuffix(ending)
    return word


def stems(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(stem(word) for word in words)


SYNONYMS_BY_STEMS: dict[tuple[str, ...], tuple[str, ...]] = {
    stems(normalize_words(phrase).split()): tuple(
        phrase_pattern(normalize_words(each).split()) for each in answered
    )
    for phrases, answered in SYNONYMS
    for phrase in phrases
}
"""Synonyms: for the stems of a query's words, patterns of the words that articles use."""
LONGEST_PHRASE = max(map(len, SYNONYMS_BY_STEMS))
ASKED_WORDS = frozenset(
    word
    for phrases, _ in SYNONYMS
    for phrase in phrases
    for word in normalize_words(phrase).split()
)


@lru_cache(maxsize=500)
def index_article(article: Article) -> IndexedArticle:
    """Prepare an article for searching; cached."""
    sentences: list[Sentence] = []
    headings, entries, heading = [""], [""], ""
    for line in article.body.splitlines():
        if line.startswith("#"):
            heading = MARKS.sub(r"\1", line.lstrip("# "))
            headings.append(normalize_words(heading))
            continue
        plain = LINE_START.sub("", line.strip())
        if entry := ENTRY.match(plain):
            entries.append(normalize_words(entry[1]))
        for sentence in SENTENCE_END.split(MARKS.sub(r"\1", plain)):
            if words := normalize_words(sentence):
                sentences.append(Sentence(sentence, words, heading, headings[-1]))
    return IndexedArticle(
        article=article,
        title=normalize_words(article.title),
        summary=normalize_words(article.summary),
        headings="\n".join(headings),
        entries="\n".join(entries),
        sentences=tuple(sentences),
        body="\n".join(each.words for each in sentences),
    )


def vocabulary_of(indexed: list[IndexedArticle]) -> frozenset[str]:
    """The words of all articles, and those that have synonyms."""
    return ASKED_WORDS.union(*(vocabulary_of_one(each.article) for each in indexed))


@lru_cache(maxsize=500)
def vocabulary_of_one(article: Article) -> frozenset[str]:
    indexed = index_article(article)
    texts = (indexed.title, indexed.summary, indexed.headings, indexed.body)
    return frozenset(" ".join(texts).split())


def excerpt_of(each: IndexedArticle, question: list[tuple[Term, float]]) -> list[TextPart]:
    """The sentence with most of the terms, its matches marked; none if only the title matches.

    The sentence's heading precedes it if the heading contains a term that the sentence does not.
    """

    def value(sentence: Sentence) -> float:
        return sum(
            rarity * (term.is_in(sentence.words) + term.is_in(sentence.heading_words))
            for term, rarity in question
        )

    best = max(each.sentences, key=value, default=None)
    if best is None or not value(best):
        return []
    terms = [term for term, _ in question]
    if any(term.is_in(best.heading_words) and not term.is_in(best.words) for term in terms):
        return [*mark_words(f"{best.heading}: ", terms), *mark_words(best.text, terms)]
    return mark_words(best.text, terms)


def mark_words(text: str, terms: list[Term]) -> list[TextPart]:
    """Split a text into parts, with the matches marked."""
    found = list(WORD.finditer(text))
    # A word that is normalized to several words is compared as one.
    words = " ".join(normalize_words(each[0]).replace(" ", "") for each in found)
    marked = set()
    for term in terms:
        for match in term.pattern.finditer(words):
            first, last = (words.count(" ", 0, edge) for edge in match.span())
            marked |= set(range(first, last + 1))
    # Neighbours are marked as one, with what is between them.
    starts = sorted(n for n in marked if n - 1 not in marked)
    ends = sorted(n for n in marked if n + 1 not in marked)
    parts, at = [], 0
    for first, last in zip(starts, ends, strict=True):
        parts += [
            TextPart(text[at : found[first].start()], False),
            TextPart(text[found[first].start() : found[last].end()], True),
        ]
        at = found[last].end()
    return [part for part in (*parts, TextPart(text[at:], False)) if part.text]
