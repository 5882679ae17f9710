import { isDocument } from '../../app/platform/media/media.ts';
import { count } from '../terminal/count.ts';
import type { UnknownTerm } from './wordpress/term-index.ts';

export type Outcome = 'imported' | 'updated' | 'unchanged' | 'kept' | 'skipped';

export interface PostReport {
  /** Id in WordPress. */
  post: string;
  title: string;
  /** Its URL in WordPress. */
  address: string;
  outcome: Outcome;
  /** Reason for `kept` or `skipped`. */
  reason?: string;
  /** Path below the content directory. */
  file?: string;
  /** Differences from the post in WordPress. */
  changes: readonly string[];
  /** URLs of pictures and PDFs that stay on the old site: nothing is downloaded. */
  remoteFiles: readonly string[];
  /** Imported pictures and PDFs as paths below `content/media`. */
  files: readonly string[];
}

export interface ImportReport {
  source: string;
  dryRun: boolean;
  totals: Record<Outcome, number>;
  posts: readonly PostReport[];
  /** Terms that taxonomy.yaml does not contain. */
  unknownTerms: readonly UnknownTerm[];
  /** Terms that were added to taxonomy.yaml. */
  addedTerms: readonly { list: 'topics' | 'industries'; slug: string; name: string }[];
  /** Names in bylines of authors whom people.yaml does not contain. */
  unknownAuthors: readonly { name: string; posts: number }[];
  /** Number of entries of each other type in the export. */
  otherTypes: Readonly<Record<string, number>>;
  comments: number;
}

/** @param reference a path, or a URL with or without query and anchor */
export const kindOfFile = (reference: string) => (isDocument(reference.replace(/[?#].*$/u, '')) ? 'PDF' : 'picture');

/** Formats the report as text. @param contentProblems results of the content check after the import */
export function describeReport(report: ImportReport, contentProblems: readonly string[]): string {
  const { totals, posts, unknownTerms, addedTerms, unknownAuthors, otherTypes, comments } = report;
  const sum = Object.entries(totals).map(
    ([outcome, number]) => `${number} ${outcome === 'kept' ? 'kept as edited here' : outcome}`,
  );
  const lines = [
    `Posts of ${report.source || 'an unnamed blog'}: ${sum.join(', ')}${report.dryRun ? ' (dry run: nothing was written)' : ''}`,
  ];
  for (const post of posts) {
    if (post.outcome === 'unchanged') continue;
    lines.push(
      '',
      `${post.outcome}: ${JSON.stringify(post.title)} (post ${post.post})${post.file ? ` → ${post.file}` : ''}`,
    );
    lines.push(
      ...[
        ...(post.reason ? [post.reason] : []),
        ...post.changes,
        ...post.remoteFiles.map((url) => `${kindOfFile(url)} ${url} not imported`),
        ...post.files.map((path) => `${kindOfFile(path)} content/media/${path} imported`),
      ].map((text) => `  - ${text}`),
    );
  }
  const list = (heading: string, items: readonly string[]) => {
    if (items.length > 0) lines.push('', heading, ...items.map((item) => `  - ${item}`));
  };
  list(
    'Added to taxonomy.yaml:',
    addedTerms.map(({ list, slug, name }) => `${list}: ${name} (${slug})`),
  );
  list(
    'Terms that are not in taxonomy.yaml and were left out; --add-terms adds them:',
    unknownTerms.map(({ taxonomy, name, posts }) => `${name} (${taxonomy}, ${count(posts, 'post')})`),
  );
  list(
    'Authors who are not in people.yaml and became guests; --author ID assigns them to a person:',
    unknownAuthors.map(({ name, posts }) => `${name} (${count(posts, 'post')})`),
  );
  list('Not imported, because they are not posts:', [
    ...Object.entries(otherTypes).map(([type, number]) => `${number} of type "${type}"`),
    ...(comments > 0 ? [count(comments, 'comment')] : []),
  ]);
  list('The content check finds:', contentProblems);
  return `${lines.join('\n')}\n`;
}
