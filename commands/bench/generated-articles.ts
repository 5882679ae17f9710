import { dayMs, isoDay } from '../../app/shared/iso-time.ts';

// Meaningless articles, the same in every run: a search benchmark depends on word frequencies, not on meaning.

/** Words of almost every English article, the most frequent first. */
const everywhere =
  'the of and to a in that is it was for on with as by at from this work an be or are not have has which one all'.split(
    ' ',
  );

/** Common words of the trade: each occurs in many articles. */
const usual =
  'system data model cloud platform risk plan test change agent process customer release control quality network'.split(
    ' ',
  );

const syllables =
  'ba con de ter mi lo ra ne ti vo sta pre cur gen lin ma so qui fra per tor al en is un dé ñe ül'.split(' ');

/** Number of distinct words. */
const vocabularySize = 30_000;

/** Creates a generator of numbers from 0 to 1, deterministic for a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const vocabulary = makeVocabulary();

function makeVocabulary(): string[] {
  const next = randomNumbers(1);
  const words = new Set([...everywhere, ...usual]);
  while (words.size < vocabularySize) {
    const length = 2 + Math.floor(next() * 3);
    words.add(Array.from({ length }, () => syllables[Math.floor(next() * syllables.length)]).join(''));
  }
  return [...words];
}

/** By how many ranks the most frequent words are rarer than 1 / rank (Mandelbrot). */
const rankOffset = 2.7;

/** Returns a random word: that of rank n occurs about 1/n as often as the first (Zipf). */
const someWord = (next: () => number): string =>
  wordOfRank(Math.floor(rankOffset * ((vocabularySize + rankOffset) / rankOffset) ** next() - rankOffset));

/** Returns the word of a frequency rank, for queries; 0 is the most frequent. */
export const wordOfRank = (rank: number): string => vocabulary[rank % vocabularySize] ?? '';

/** References of generated articles. */
export interface Terms {
  topics: readonly string[];
  industries: readonly string[];
  authors: readonly string[];
  banners: readonly string[];
}

/** First generated id, above those of existing articles. */
const firstId = 1_000_000;

/** Latest date; dates span the ten years before it. */
const newest = Date.UTC(2026, 9, 31);

/** Generates an article of about 350 words, with headings and a list, every tenth with a link. @param of total number of articles */
export function generateArticle(number: number, of: number, terms: Terms) {
  const next = randomNumbers(number + 7);
  const words = (count: number) => Array.from({ length: count }, () => someWord(next)).join(' ');
  const sentence = (count: number) => {
    const text = words(count);
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  };
  const paragraph = () => Array.from({ length: 4 }, () => `${sentence(8 + Math.floor(next() * 8))}.`).join(' ');
  const some = (list: readonly string[], max: number) => {
    const start = Math.floor(next() * list.length);
    return Array.from({ length: 1 + Math.floor(next() * max) }, (_, index) => list[(start + index * 3) % list.length]);
  };
  const one = (list: readonly string[]) => list[Math.floor(next() * list.length)];
  const date = isoDay(new Date(newest - Math.floor((number / of) * 3650) * dayMs));
  const link = number % 10 === 0 ? '\n\nMore is said [on another page](/what-we-think).' : '';
  return {
    category: number % 3 === 0 ? 'success-stories' : 'insights',
    slug: `generated-${number}`,
    text: `---
id: ${firstId + number}
title: ${sentence(7)}
excerpt: ${sentence(24)}.
topics: [${some(terms.topics, 3).join(', ')}]
industries: [${some(terms.industries, 2).join(', ')}]
author: ${one(terms.authors)}
date: ${date}
banner: ${one(terms.banners)}
banner_alt: ${sentence(6)}
---

${paragraph()}

## ${sentence(4)}

${paragraph()}

${paragraph()}

- **${sentence(4)}**: ${words(10)}
- *${sentence(3)}*: ${words(12)}

## ${sentence(5)}

${paragraph()}

${paragraph()}${link}
`,
  };
}
