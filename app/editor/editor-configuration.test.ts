import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createContentDirectory } from '../content/content-directory.fixture.ts';
import { loadContent } from '../content/load-content.ts';
import { choicesOf, contentFolder, editorConfiguration, fileSchemas, folderSchemas } from './editor-configuration.ts';
import type { EditorField } from './schema-fields.ts';

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  required?: string[];
}

/** Returns every field of a schema by its path, from Zod's own conversion to JSON Schema. */
function pathsOfSchema(schema: JsonSchema, path = ''): string[] {
  const parts = [...(schema.items ? [schema.items] : []), ...(schema.prefixItems ?? []), ...(schema.oneOf ?? [])];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, item]) => [
    `${path}/${name}`,
    ...pathsOfSchema(item, `${path}/${name}`),
  ]);
  return [...own, ...parts.flatMap((part) => pathsOfSchema(part, path))];
}

/** Returns the editor's fields by their paths. */
function pathsOfFields(fields: readonly EditorField[], path = ''): string[] {
  return fields.flatMap(({ name, fields: inner, types, typeKey }) => [
    `${path}/${name}`,
    ...pathsOfFields((inner as EditorField[]) ?? [], `${path}/${name}`),
    ...(typeKey ? [`${path}/${name}/${typeKey}`] : []),
    ...((types as EditorField[]) ?? []).flatMap((type) =>
      pathsOfFields(type.fields as EditorField[], `${path}/${name}`),
    ),
  ]);
}

let configuration: ReturnType<typeof editorConfiguration>;

beforeAll(async () => {
  await using content = await createContentDirectory();
  configuration = editorConfiguration({
    backend: { name: 'gitea', repo: 'acme/website' },
    siteUrl: 'https://www.acme.example',
    choices: choicesOf(await loadContent(content.path, 'https://www.acme.example')),
  });
});

function fieldsOfFile(path: string): readonly EditorField[] {
  for (const collection of configuration.collections) {
    if ('folder' in collection && collection.folder === `${contentFolder}/${path}`) return collection.fields;
    if ('files' in collection) {
      const found = collection.files.find(({ file }) => file === `${contentFolder}/${path}.yaml`);
      if (found) return found.fields;
    }
  }
  throw new Error(`The editor does not offer ${path}`);
}

describe('The editor offers', () => {
  test.each(Object.entries({ ...folderSchemas, ...fileSchemas }))('every field of %s and no other', (path, schema) => {
    const wanted = new Set(
      pathsOfSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema),
    );
    const offered = new Set(pathsOfFields(fieldsOfFile(path)).filter((name) => name !== '/body'));
    // The two forms of an author are one field.
    wanted.delete('/author/name');
    expect([...offered].sort()).toEqual([...wanted].sort());
  });

  test('required fields as required', () => {
    const article = new Map(fieldsOfFile('articles/insights').map((field) => [field.name, field]));
    const { required = [] } = z.toJSONSchema(folderSchemas['articles/insights'], { io: 'input' }) as JsonSchema;
    for (const [name, field] of article)
      expect([name, field.required !== false]).toEqual([name, name === 'body' || required.includes(name)]);
    for (const path of ['positions', 'legal'] as const)
      expect(fieldsOfFile(path).find(({ name }) => name === 'body')?.required).not.toBe(false);
  });

  test('suitable widgets for fields', () => {
    const article = new Map(fieldsOfFile('articles/insights').map((field) => [field.name, field]));
    expect(article.get('title')).toMatchObject({ widget: 'string', maxlength: 120 });
    expect(article.get('excerpt')).toMatchObject({ widget: 'text', maxlength: 400 });
    expect(article.get('banner')).toMatchObject({ widget: 'image', choose_url: false });
    expect(article.get('date')).toMatchObject({ widget: 'datetime', format: 'YYYY-MM-DD' });
    expect(article.get('author')).toMatchObject({ widget: 'author', maxlength: 60 });
    expect(article.get('topics')).toMatchObject({ widget: 'select', multiple: true });
    expect(article.get('draft')).toMatchObject({ widget: 'boolean', hint: 'A draft is shown nowhere.' });
    expect(article.get('publish_at')).toMatchObject({ widget: 'datetime', output_utc: true });
    expect(article.get('banner_alt')).toMatchObject({ label: 'Banner description' });
    expect(article.get('id')).toMatchObject({ widget: 'hidden' });
    const singulars = ['taxonomy', 'people', 'offices', 'pages'].flatMap((file) =>
      fieldsOfFile(file).map(({ label_singular }) => label_singular),
    );
    expect(singulars.filter(Boolean)).toEqual([
      'Category',
      'Topic',
      'Industry',
      'Leadership',
      'Advisor',
      'Office',
      'Alias',
      'Section',
    ]);
    const [sections] = fieldsOfFile('pages').filter(({ name }) => name === 'sections');
    expect(sections).toMatchObject({ widget: 'list', typeKey: 'type' });
    const summaries = new Map(((sections?.types ?? []) as EditorField[]).map(({ name, summary }) => [name, summary]));
    expect([summaries.get('statement'), summaries.get('slot')]).toEqual(['{{heading}}', undefined]);
  });

  test('logos by their names, in lists that have an order', () => {
    const [sections] = fieldsOfFile('pages').filter(({ name }) => name === 'sections');
    const carousel = ((sections?.types ?? []) as EditorField[]).find(({ name }) => name === 'logo-carousel');
    const logos = ((carousel?.fields ?? []) as EditorField[]).find(({ name }) => name === 'logos');
    const options = expect.arrayContaining([{ label: 'Keel', value: 'keel' }]);
    expect(logos).toMatchObject({ widget: 'list', field: { widget: 'select', options } });
  });

  test('choices in words', () => {
    const [employment] = fieldsOfFile('positions').filter(({ name }) => name === 'employment_type');
    expect(employment?.options).toContainEqual({ label: 'Full time', value: 'FULL_TIME' });
  });

  test('keys with their form, and with a warning against changing them', () => {
    const keysIn = (fields: readonly EditorField[]): EditorField[] =>
      fields.flatMap((field) => [
        ...(['id', 'slug'].includes(field.name) && field.widget !== 'hidden' ? [field] : []),
        ...[field.fields, field.types].flatMap((inner) => keysIn((inner as EditorField[] | undefined) ?? [])),
      ]);
    const keys = Object.keys({ ...folderSchemas, ...fileSchemas }).flatMap((path) => keysIn(fieldsOfFile(path)));
    expect(keys.length).toBeGreaterThan(0);
    for (const { label, hint } of keys)
      expect([label, hint]).toEqual([
        'Short name',
        expect.stringMatching(/^Lower-case letters, digits and hyphens.*do not change it later\.$/iu),
      ]);
  });

  test('labels of the reader’s words, and hints at fields that no page shows', () => {
    const described = new Map<string, EditorField>();
    const collect = (fields: readonly EditorField[], path: string) => {
      for (const field of fields) {
        described.set(`${path}/${field.name}`, field);
        for (const inner of [field.fields, field.types, field.field && [field.field]])
          collect((inner as EditorField[] | undefined) ?? [], `${path}/${field.name}`);
      }
    };
    for (const file of Object.keys({ ...folderSchemas, ...fileSchemas })) collect(fieldsOfFile(file), file);
    expect(
      [...described.values()].filter(({ label }) =>
        ['Arms', 'Forces', 'Href', 'Key', 'Loaded', 'Media'].includes(label),
      ),
    ).toEqual([]);
    expect(described.get('legal/keywords/item')?.label).toBe('Keyword');
    const unseen = [
      'positions/employment_type',
      'legal/keywords',
      'site/description',
      'site/consent',
      'site/email/security',
    ];
    expect(unseen.filter((path) => !described.get(path)?.hint)).toEqual([]);
  });

  test('every value that a schema accepts: a person without a profile or a biography', () => {
    const people = fieldsOfFile('people').flatMap(({ fields }) => fields as EditorField[]);
    const person = new Map(people.map((field) => [field.name, field]));
    expect(person.get('bio')?.required).toBe(false);
    expect(person.get('linkedin')?.pattern).toBeUndefined();
  });

  test('no default of an optional field, which a saved file would then contain', () => {
    const defaultsOf = (fields: readonly EditorField[]): string[] =>
      fields.flatMap((field) => [
        ...(field.required === false && field.default !== undefined ? [field.name] : []),
        ...[field.fields, field.types].flatMap((inner) => defaultsOf((inner as EditorField[] | undefined) ?? [])),
      ]);
    const files = Object.keys({ ...folderSchemas, ...fileSchemas });
    expect(files.flatMap((path) => defaultsOf(fieldsOfFile(path)))).toEqual([]);
  });

  test('names of files that the site accepts, and no pictures of other hosts', () => {
    expect(configuration.slug).toEqual({ encoding: 'ascii', clean_accents: true });
    expect(configuration.media_libraries).toMatchObject({
      stock_assets: false,
      default: { config: { slugify_filename: true } },
    });
  });

  test('the patterns of the schemas with their messages, and the limits of lists', () => {
    const [address] = fieldsOfFile('pages').filter(({ name }) => name === 'address');
    const [written = '', message] = (address?.pattern ?? []) as string[];
    expect(message).toBe('This field takes a path of one part in lower case, such as "/who-we-are".');
    const [, source = '', flags] = /^\/(.*)\/(\w*)$/u.exec(written) ?? [];
    const pattern = new RegExp(source, flags);
    expect(['/', '/who-we-are', 'who-we-are', '/Who', '/a?b'].map((text) => pattern.test(text))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    const [topics] = fieldsOfFile('taxonomy').filter(({ name }) => name === 'topics');
    expect(topics).toMatchObject({ widget: 'list', min: 1 });
  });
});
