import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { articleSchema, type CategorySlug } from '../../app/features/articles/article.schema.ts';
import { careersSchema, positionSchema } from '../../app/features/careers/position.schema.ts';
import { ContentError, type ContentProblem } from '../../app/platform/content/problem.ts';
import { parseWith, readSource } from '../../app/platform/content/source.ts';
import { withoutTokens } from '../../app/platform/content/tokens.ts';
import { isIgnoredFile } from '../../app/platform/files/files-below.ts';
import { slugOf } from '../../app/shared/slug.ts';
import { categoryFolder, newArticleId, readArticleFolder } from '../content/article-folder.ts';
import { RefusedError } from '../terminal/refused-error.ts';

interface NewContent {
  title: string;
  contentDirectory: string;
  /** ISO date. */
  today: string;
}

/**
 * Writes the file of a draft article: valid, with an unused id and examples to replace. @returns its path
 * @throws RefusedError when the title cannot be used or an article has its slug, ContentError when `taxonomy.yaml` or `people.yaml` is invalid
 */
export async function createArticle({
  title,
  contentDirectory,
  today,
  category,
}: NewContent & { category: CategorySlug }): Promise<string> {
  const folder = await readArticleFolder(contentDirectory);
  const slug = slugFor(title, articleSchema.shape.title);
  const taken = folder.articles.find((article) => article.slug === slug || article.formerSlugs.includes(slug));
  if (taken) throw new RefusedError(`${taken.file} has the slug "${slug}" already; choose another title`);
  const id = newArticleId(new Set(folder.articles.map((article) => article.id)));
  const [author] = folder.people;
  const banner = folder.pictures.find((picture) => picture.startsWith('plates/')) ?? folder.pictures[0];
  if (!author || !banner)
    throw new RefusedError('An article needs an author in people.yaml and a picture below media/; add them first');
  const choice = (terms: readonly { slug: string }[]) => terms.map((term) => term.slug).join(', ');
  const file = `${categoryFolder(category)}/${slug}.md`;
  await write(
    contentDirectory,
    file,
    `---
id: ${id}
title: ${yamlText(title)}
excerpt: Two sentences that make somebody open the article.
topics: [] # ${choice(folder.topics)}
industries: [] # ${choice(folder.industries)}
author: ${author.id} # an id of people.yaml, or { name: A Guest }
date: ${today}
banner: ${banner} # a picture below content/media
banner_alt: What the picture shows, for those who do not see it
draft: true # remove this line to publish
---

A strong first paragraph, which is set larger than the others.

## A heading

The text. A picture is written \`![What it shows](news/photo.jpg "Caption")\`.
`,
  );
  return file;
}

/**
 * Writes the file of a position: valid, with an unused id. The site lists it at once. @returns its path
 * @param category slug of `careers.yaml`; its first one by default
 * @throws RefusedError when the title or the category cannot be used, ContentError when `careers.yaml` is invalid
 */
export async function createPosition({
  title,
  contentDirectory,
  today,
  category: wanted,
}: NewContent & { category?: string | undefined }): Promise<string> {
  const problems: ContentProblem[] = [];
  const careers = await readSource(contentDirectory, 'careers.yaml', problems);
  const categories = (careers && parseWith(careersSchema, careers, problems))?.categories;
  if (!categories) throw new ContentError(problems);
  const slugs = categories.map(({ slug }) => slug);
  const category = wanted ?? slugs[0];
  if (!category || !slugs.includes(category))
    throw new RefusedError(`--category is "${category}"; a position takes ${slugs.join(' or ')}`);
  const names: string[] = await readdir(join(contentDirectory, 'positions')).catch(() => []);
  const ids = await Promise.all(
    names
      .filter((name) => name.endsWith('.md') && !isIgnoredFile(name))
      .map(async (name) => {
        const source = await readSource(contentDirectory, `positions/${name}`, []);
        return String((source?.data as { job_id?: unknown } | null | undefined)?.job_id ?? '');
      }),
  );
  const slug = slugFor(title, positionSchema.shape.title);
  // Two open positions may have the same title.
  let name = slug;
  for (let number = 2; names.includes(`${name}.md`); number++) name = `${slug}-${number}`;
  const file = `positions/${name}.md`;
  await write(
    contentDirectory,
    file,
    `---
job_id: ${nextJobId(ids)}
title: ${yamlText(title)}
category: ${category} # ${slugs.join(', ')}
experience: 3+ years
location: Where it is
short_description: Two sentences that say what the person will change.
posted: ${today}
employment_type: FULL_TIME # or PART_TIME, CONTRACTOR, TEMPORARY, INTERN
---

### What you will build

- One thing a line

### What you bring

- One thing a line
`,
  );
  return file;
}

function slugFor(title: string, schema: typeof articleSchema.shape.title): string {
  const { error } = schema.safeParse(title);
  if (error) throw new RefusedError(`A title ${error.issues[0]?.message}; "${title}" has ${title.length} characters`);
  const slug = slugOf(title);
  if (!slug) throw new RefusedError(`The title "${title}" has no letter or digit that a URL could be made of`);
  return slug;
}

/** Returns the id after the one with the highest number, with the letters of that one: SW-2046 after SW-2045. */
function nextJobId(ids: readonly string[]): string {
  const known = ids.flatMap((id) => {
    const [, letters, digits] = /^([A-Z]{2,4})-(\d{3,6})$/u.exec(id) ?? [];
    return letters && digits ? [{ letters, number: Number(digits) }] : [];
  });
  const last = known.toSorted((a, b) => a.number - b.number).at(-1) ?? { letters: 'JOB', number: 100 };
  return `${last.letters}-${last.number + 1}`;
}

/** Quotes any text for YAML; braces are escaped. */
const yamlText = (text: string) => JSON.stringify(withoutTokens(text));

async function write(contentDirectory: string, file: string, text: string): Promise<void> {
  const path = join(contentDirectory, file);
  await mkdir(dirname(path), { recursive: true });
  // Never overwrites a file that was created meanwhile.
  await writeFile(path, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new RefusedError(`${basename(file)} already exists`) : error;
  });
}
