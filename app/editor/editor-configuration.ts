import { posix } from 'node:path';
import type { GitBackend } from '@sveltia/cms';
import type { z } from 'zod';
import type { SiteContent } from '../content/site-content.ts';
import { articleSchema, taxonomySchema } from '../features/articles/article.schema.ts';
import { careersSchema, positionSchema } from '../features/careers/position.schema.ts';
import { legalSchema } from '../features/legal/legal.schema.ts';
import { logosSchema } from '../features/pages/logos.schema.ts';
import { officesFileSchema } from '../features/pages/offices.schema.ts';
import { pageSchema } from '../features/pages/page.schema.ts';
import { peopleSchema } from '../features/pages/people.schema.ts';
import { siteSchema } from '../features/site/site.schema.ts';
import { mailSchema } from '../features/submissions/mail/mail.schema.ts';
import { articleHref, editorPath } from '../paths.ts';
import { maxBytes } from '../platform/media/picture-kinds.ts';
import { editorTitle } from './editor-page.ts';
import { type Choices, type EditorField, fieldsOf } from './schema-fields.ts';

/** Folder of the content in the repository. */
export const contentFolder = 'content';

/** Schemas of the files in each folder. */
export const folderSchemas = {
  pages: pageSchema,
  'articles/insights': articleSchema,
  'articles/success-stories': articleSchema,
  positions: positionSchema,
  legal: legalSchema,
} as const;

/** Schemas of single files. */
export const fileSchemas = {
  site: siteSchema,
  people: peopleSchema,
  offices: officesFileSchema,
  logos: logosSchema,
  taxonomy: taxonomySchema,
  careers: careersSchema,
  mail: mailSchema,
} as const;

const schemas = new Map<string, z.ZodType>(Object.entries({ ...folderSchemas, ...fileSchemas }));

/** Returns the schema of a file. @param file in the content directory */
export const schemaOf = (file: string): z.ZodType | undefined =>
  schemas.get(file.includes('/') ? posix.dirname(file) : posix.basename(file, '.yaml'));

interface EditorOptions {
  /** Sveltia CMS's backend, which reads and writes content. */
  backend: GitBackend;
  /** Origin of the site, without a trailing slash. */
  siteUrl: string;
  choices: Choices;
}

/** Returns the choices of fields that refer to other content. */
export function choicesOf({ people, taxonomy, logos, positionCategories, media, pages }: SiteContent): Choices {
  const everyone = [...people.leadership, ...people.advisors];
  const byId = (items: readonly { id: string; name: string }[]) =>
    items.map(({ id, name }) => ({ label: name, value: id }));
  const named = (items: readonly { slug: string; name: string }[]) =>
    items.map(({ slug, name }) => ({ label: name, value: slug }));
  const same = (names: Iterable<string>) => [...new Set(names)].sort().map((name) => ({ label: name, value: name }));
  const mediaNames = (pattern: RegExp) => same([...media.keys()].flatMap((path) => pattern.exec(path)?.[1] ?? []));
  return {
    author: byId(everyone),
    logo: byId(logos),
    topic: named(taxonomy.topics),
    industry: named(taxonomy.industries),
    'position-category': named(positionCategories),
    hero: mediaNames(/^\/media\/heroes\/(.+)-wide\.\w+\.webp$/u),
    drawing: mediaNames(/^\/media\/drawings\/(.+)\.\w+\.svg$/u),
    slot: same(pages.flatMap(({ sections }) => sections.flatMap((item) => (item.type === 'slot' ? item.name : [])))),
  };
}

/** Repeated for each collection: only then does the editor find pictures by paths without a leading slash, as in the files. */
const mediaFolders = { media_folder: `/${contentFolder}/media`, public_folder: '/' };

/** The field of the Markdown below the front matter. */
export const bodyField: EditorField = {
  name: 'body',
  label: 'Text',
  widget: 'markdown',
  // A heading of level 1 is the title of the page.
  buttons: [
    ...['heading-two', 'heading-three', 'heading-four', 'bold', 'italic', 'strikethrough', 'code', 'link'],
    ...['quote', 'bulleted-list', 'numbered-list'],
  ],
};

/** Returns the complete configuration of the editor for `CMS.init`. */
export function editorConfiguration({ backend, siteUrl, choices }: EditorOptions) {
  const withFields = (schema: (typeof folderSchemas)[keyof typeof folderSchemas]) => fieldsOf(schema, choices);
  const article = withFields(articleSchema).flatMap((field) => {
    // Assigned when the article is saved: `browser/start.ts`.
    if (field.name === 'id') return { name: 'id', label: field.label, widget: 'hidden', default: 0 };
    // The text comes before the fields that most articles leave empty.
    return field.name === 'former_slugs' ? [bodyField, field] : field;
  });
  const folder = (path: keyof typeof folderSchemas, label: string, fields: EditorField[], options: object) => ({
    name: path.replace('/', '-'),
    label,
    folder: `${contentFolder}/${path}`,
    create: true,
    fields,
    ...mediaFolders,
    ...options,
  });
  const markdown = { extension: 'md', format: 'yaml-frontmatter', slug: '{{title}}', summary: '{{title}}' };
  const articles = {
    ...markdown,
    summary:
      "{{title}}{{draft | ternary(' (draft)', '')}}{{publish_at | date('[, from] YYYY-MM-DD')}}{{unpublish_at | date('[, until] YYYY-MM-DD')}}",
    sortable_fields: { fields: ['date', 'title'], default: { field: 'date', direction: 'descending' } },
    view_filters: [
      { label: 'Drafts', field: 'draft', pattern: true },
      { label: 'Scheduled', field: 'publish_at', gt: '{{now}}' },
      { label: 'Ended', field: 'unpublish_at', lt: '{{now}}' },
    ],
    preview_path: articleHref('{{slug}}').slice(1),
    // Converted to former slugs before saving: `browser/start.ts`.
    aliases_field: 'former_paths',
  };
  return {
    load_config_file: false,
    app_title: editorTitle,
    backend,
    site_url: siteUrl,
    display_url: siteUrl,
    // On one's own machine, where there is no account, this signs in again.
    logout_redirect_url: editorPath,
    ...mediaFolders,
    // Refused before it is sent: the git host would accept a larger picture, and the site would then refuse the commit.
    media_libraries: { default: { config: { max_file_size: maxBytes, slugify_filename: true } }, stock_assets: false },
    // A file's name is part of a URL: the site takes ASCII letters, digits and hyphens.
    slug: { encoding: 'ascii', clean_accents: true },
    editor: { preview: true },
    output: { omit_empty_optional_fields: true, yaml: { quote: 'none', indent_size: 2 } },
    collections: [
      folder('articles/insights', 'Insights', article, { ...articles, label_singular: 'Insight' }),
      folder('articles/success-stories', 'Success stories', article, { ...articles, label_singular: 'Success story' }),
      folder('pages', 'Pages', withFields(pageSchema), {
        label_singular: 'Page',
        extension: 'yaml',
        format: 'yaml',
        slug: '{{meta.title}}',
        summary: '{{meta.title}}',
        identifier_field: 'meta.title',
      }),
      folder('positions', 'Positions', [...withFields(positionSchema), bodyField], {
        ...markdown,
        label_singular: 'Position',
      }),
      folder('legal', 'Legal pages', [...withFields(legalSchema), bodyField], {
        ...markdown,
        label_singular: 'Legal page',
      }),
      {
        name: 'settings',
        label: 'Company',
        files: Object.entries(fileSchemas).map(([name, schema]) => ({
          name,
          label: fileLabels[name as keyof typeof fileSchemas],
          file: `${contentFolder}/${name}.yaml`,
          format: 'yaml',
          fields: fieldsOf(schema, choices),
          ...mediaFolders,
        })),
      },
    ],
  };
}

const fileLabels: Readonly<Record<keyof typeof fileSchemas, string>> = {
  site: 'Site, navigation and footer',
  people: 'People',
  offices: 'Offices',
  logos: 'Logos',
  taxonomy: 'Topics and industries',
  careers: 'Kinds of position',
  mail: 'Mail to visitors',
};
