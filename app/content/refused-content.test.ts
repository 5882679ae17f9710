import { execFile } from 'node:child_process';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { prepare } from '../features/articles/prepare-article.server.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { describeProblem, inEditor, inFile, missingInEditor } from '../platform/content/problem.ts';
import { createLocalDocuments } from '../platform/search-index/local-documents.ts';
import { createArticleReader } from './articles.ts';
import { contentDirectory, problemsOf, siteUrl } from './load-content.fixture.ts';
import { readContent } from './load-content.ts';

interface BadInput {
  file: string;
  from: string;
  to: string;
  /** The message for those who edit the file, beginning with the field. */
  expected: string;
  /** The whole message in the editor, without the field. */
  inEditor?: string;
  /** Text on the reported line; by default the new text. */
  at?: string;
}

const home = 'pages/home.yaml';
const story = 'articles/success-stories/first-story.md';
const insight = 'articles/insights/first-insight.md';

const badInputs: Record<string, BadInput> = {
  'a field that is misspelt': {
    file: home,
    from: 'partner: { label: With',
    to: 'partner: { lable: With',
    expected: 'sections[0].partner: has the field "lable", which is unknown; write "label"',
  },
  'a token that does not exist': {
    file: 'mail.yaml',
    from: 'writing to {company}',
    to: 'writing to {compnay}',
    expected: 'acknowledgements.enquiry.text: "{compnay}" is not a known token; there are {company}, ',
  },
  'a field that is missing': {
    file: home,
    from: '    heading: What we do\n',
    to: '',
    at: 'type: statement',
    expected: 'sections[0].heading: is missing; takes text',
    inEditor: missingInEditor,
  },
  'a field that is empty': {
    file: home,
    from: 'heading: What we do',
    to: 'heading:',
    at: 'heading:\n',
    expected: 'sections[0].heading: is empty; takes text',
  },
  'a colon in an entry of a list': {
    file: home,
    from: 'keywords: [home]',
    to: 'keywords:\n    - Home: the page',
    at: '- Home: the page',
    expected:
      'meta.keywords[0]: takes text; found {"Home":"the page"}; put a text with a colon in quotes: "Home: the page"',
    inEditor: 'takes text',
  },
  'a list with the dashes of a word processor': {
    file: home,
    from: 'keywords: [home]',
    to: 'keywords:\n    – home\n    – page',
    at: '– home',
    expected: 'meta.keywords: takes a list; found "– home – page"; begin each entry with a hyphen and a space: "- "',
  },
  'an invisible character in a link': {
    file: home,
    from: '"#contact"',
    to: 'https://exam\u00adple.com/',
    expected:
      'hero.button.to: takes "/page", "/page#anchor", "#anchor", "https://…", "mailto:…" or "tel:…"; found "https://exam\\u00ADple.com/"',
  },
  'an invisible character in the address of a profile': {
    file: 'people.yaml',
    from: 'https://social.example/ada',
    to: 'https://social.example/\u200bada',
    expected:
      'leadership[0].linkedin: takes a URL that begins with "https://"; found "https://social.example/\\u200Bada"',
  },
  'a character that reverses the text, by its number': {
    file: 'positions/engineer.md',
    from: 'Care.',
    to: 'Care <abbr title="a&#x202e;b">of</abbr> it.',
    expected: 'contains an invisible character (U+202E), written as its number; remove it',
  },
  'a position that ends before it begins': {
    file: 'positions/engineer.md',
    from: 'valid_through: 2026-12-31',
    to: 'valid_through: 2025-12-31',
    expected: 'valid_through: takes a day that is not before "posted"; found "2025-12-31"',
  },
  'a position without text': {
    file: 'positions/engineer.md',
    from: '\n### What you bring\n\nCare.\n',
    to: '\n',
    expected: 'has no text below its front matter',
  },
  'a number where text is taken': {
    file: home,
    from: 'heading: What we do',
    to: 'heading: 2026',
    expected: 'sections[0].heading: takes text, which needs quotes if it could be read as a number; found 2026',
  },
  'text where a number is taken': {
    file: 'site.yaml',
    from: 'founded: 2022',
    to: 'founded: soon',
    expected: 'founded: takes a number; found "soon"',
  },
  'a fraction where a whole number is taken': {
    file: 'site.yaml',
    from: 'founded: 2022',
    to: 'founded: 20.22',
    expected: 'founded: takes a whole number; found 20.22',
  },
  'text where a list is taken': {
    file: home,
    from: 'keywords: [home]',
    to: 'keywords: home',
    expected: 'meta.keywords: takes a list; found "home"; write [home]',
  },
  'a list without an entry': {
    file: home,
    from: 'keywords: [home]',
    to: 'keywords: []',
    expected: 'meta.keywords: takes at least 1 entry; found []',
    inEditor: missingInEditor,
  },
  'a list with too many entries': {
    file: home,
    from: '      - { label: Read, to: /single/first-story/ }\n',
    to: '      - { label: Read, to: /single/first-story/ }\n'.repeat(4),
    expected: 'sections[0].links: takes at most 3 entries; found 4',
  },
  'text where yes or no is taken': {
    file: insight,
    from: 'date: 2026-02-10',
    to: 'date: 2026-02-10\ndraft: maybe',
    at: 'draft: maybe',
    expected: 'draft: takes "true" or "false"; found "maybe"',
  },
  'a type of section that does not exist': {
    file: home,
    from: 'type: statement',
    to: 'type: statment',
    expected: 'sections[0].type: takes one of "arms", ',
  },
  'a section without a type': {
    file: home,
    from: '- type: slot\n    name: contact',
    to: '- name: contact',
    expected: 'sections[1].type: is missing; takes one of "arms", ',
  },
  'a choice that does not exist': {
    file: home,
    from: 'name: contact',
    to: 'name: contcat',
    expected: 'sections[1].name: takes one of "contact", "insights", "positions"; found "contcat"',
  },
  'a value that matches no variant': {
    file: 'people.yaml',
    from: 'linkedin: /\n',
    to: 'linkedin: [x]\n',
    expected: 'advisors[0].linkedin: takes "/" or text; found ["x"]',
  },
  'an address elsewhere that is not secure': {
    file: 'people.yaml',
    from: 'linkedin: https',
    to: 'linkedin: http',
    expected: 'leadership[0].linkedin: takes a URL that begins with "https://"; found "http://social.example/ada"',
  },
  'an e-mail address that is none': {
    file: 'site.yaml',
    from: 'hello@acme.example',
    to: 'hello',
    expected: 'email.general: takes an e-mail address; found "hello"',
  },
  'a date that is none': {
    file: insight,
    from: '2026-02-10',
    to: '2026-02-30',
    expected: 'date: takes a date such as 2026-10-14; found "2026-02-30"',
  },
  'an update before there was anything': {
    file: insight,
    from: 'date: 2026-02-10',
    to: 'date: 2026-02-10\nupdated: 2026-02-09',
    at: 'updated',
    expected: 'updated: takes a day that is not before "date"; found "2026-02-09"',
  },
  'an address that is not written as one': {
    file: 'pages/contact-us.yaml',
    from: '[/contact]',
    to: '[contact]',
    at: 'aliases',
    expected: 'aliases[0]: takes a path of one part in lower case, such as "/who-we-are"; found "contact"',
  },
  'a heading that is too long': {
    file: home,
    from: 'heading: What we do',
    to: `heading: ${'x'.repeat(141)}`,
    expected: 'sections[0].heading: must have at most 140 characters; found "xxxx',
  },
  'a heading of two lines': {
    file: home,
    from: 'heading: What we do',
    to: 'heading: "What\\nwe do"',
    expected: 'sections[0].heading: must be one line without spaces at its ends; found "What\\nwe do"',
  },
  'a picture that does not exist': {
    file: insight,
    from: 'plates/one.svg',
    to: 'plates/two.svg',
    expected: 'banner: "plates/two.svg" does not exist; takes a picture below content/media',
  },
  'a picture whose capitals differ': {
    file: insight,
    from: 'plates/one.svg',
    to: 'plates/One.svg',
    expected: 'banner: "plates/One.svg" does not exist; write "plates/one.svg", because upper and lower case differ',
  },
  'a picture by its path on the disk': {
    file: insight,
    from: 'plates/one.svg',
    to: String.raw`C:\website\content\media\Plates\one.svg`,
    expected: String.raw`banner: "C:\website\content\media\Plates\one.svg" does not exist; write "plates/one.svg"`,
  },
  'a picture that is a film': {
    file: insight,
    from: 'plates/one.svg',
    to: 'heroes/sea-wide.mp4',
    expected: 'banner: "heroes/sea-wide.mp4" does not exist; takes a picture below content/media',
  },
  'a picture in a text that does not exist': {
    file: story,
    from: 'It went well;',
    to: '![A pier](news/pier.jpg)\n\nIt went well;',
    at: '![A pier]',
    expected: '"news/pier.jpg" does not exist; takes a picture below content/media',
  },
  'a picture in a position that has no description': {
    file: 'positions/engineer.md',
    from: 'Care.',
    to: 'Care.\n\n![](plates/one.svg)',
    at: '![](',
    expected:
      '"plates/one.svg" has no description; write between the brackets what the picture shows: ![What it shows](plates/one.svg)',
  },
  'a picture in a legal text that is of another site': {
    file: 'legal/terms-and-condition.md',
    from: 'They will',
    to: '![A](https://a.example/a.png)\n\nThey will',
    at: '![A]',
    expected:
      '"https://a.example/a.png" is a picture of another site, which pages do not load; put the file below content/media and write ![What it shows](news/photo.jpg)',
  },
  'a picture in a biography that does not exist': {
    file: 'people.yaml',
    from: 'bio: Ada founded it.',
    to: 'bio: "![Ada](ada.jpg)"',
    expected: 'leadership[0].bio: "ada.jpg" does not exist; takes a picture below content/media',
  },
  'a link in a biography that runs a script': {
    file: 'people.yaml',
    from: 'bio: Ada founded it.',
    to: 'bio: "[Ada](javascript:alert(1))"',
    expected: 'leadership[0].bio: "javascript:alert(1)" is a link that would run a program; it takes "/page"',
  },
  'a relative link in an article': {
    file: insight,
    from: 'Because it',
    to: 'Because [it](../first-story)',
    expected: '"../first-story" is relative, and would lead elsewhere from every page; it takes "/page"',
  },
  'a relative link to a PDF': {
    file: insight,
    from: 'Because it',
    to: 'Because [it](reports/bridges.pdf)',
    expected: '"reports/bridges.pdf" is relative; write "/media/reports/bridges.pdf" for a PDF below content/media',
  },
  'a link to a file that does not exist': {
    file: home,
    from: 'to: /single/first-story/',
    to: 'to: /media/bridges.pdf',
    expected:
      'sections[0].links[0].to: "/media/bridges.pdf" leads to a file that does not exist; a link takes the path of a PDF below content/media, in the same upper and lower case',
  },
  'a heading in an article that is the title': {
    file: story,
    from: '## What happened',
    to: '# What happened',
    expected: 'has a heading of level 1, which is the title of the page; those of a text begin with "## "',
  },
  'a hero that does not exist': {
    file: home,
    from: 'media: sea',
    to: 'media: see',
    expected:
      'hero.media: "see" does not exist; takes a name with two files in content/media/heroes, <name>-wide.webp and <name>-tall.webp: sea',
  },
  'an invisible character in a name': {
    file: home,
    from: 'drawing: bridge',
    to: 'drawing: brid\u00adge',
    expected: 'sections[0].drawing: "brid\\u00ADge" does not exist; takes bridge',
  },
  'a drawing that does not exist': {
    file: home,
    from: 'drawing: bridge',
    to: 'drawing: brigde',
    expected: 'sections[0].drawing: "brigde" does not exist; takes bridge',
  },
  'a logo that does not exist': {
    file: home,
    from: 'logo: keel',
    to: 'logo: kiel',
    expected:
      'sections[0].partner.logo: "kiel" does not exist; takes the id of a logo in logos.yaml whose drawing is in content/media/logos: keel, mast',
  },
  'logos that two arrangements do not share': {
    file: home,
    from: 'sections:\n',
    to: 'sections:\n  - { type: portfolio, heading: Portfolio, wide: [keel, mast], narrow: [keel] }\n',
    at: 'narrow: [keel]',
    expected: 'sections[0].narrow: must hold the same logos as "wide", and differs in mast; found ["keel"]',
  },
  'an unknown person': {
    file: insight,
    from: 'author: bo-two',
    to: 'author: bo',
    expected: 'author: "bo" does not exist; takes the id of a person in people.yaml: ada-one, bo-two',
  },
  'a topic that does not exist': {
    file: insight,
    from: 'topics: [quality]',
    to: 'topics: [quality, clouds]',
    expected: 'topics[1]: "clouds" does not exist; takes cloud, quality',
  },
  'a category of positions that does not exist': {
    file: 'positions/engineer.md',
    from: 'category: engineering',
    to: 'category: sales',
    expected: 'category: "sales" does not exist; takes design, engineering',
    inEditor: '"sales" does not exist',
  },
  'a key that occurs twice': {
    file: 'logos.yaml',
    from: 'id: mast',
    to: 'id: keel',
    expected: 'logos[1].id: is "keel", which is already in this file, on line 2',
    inEditor: 'is "keel", which is taken already; choose another one',
  },
  'an office that occurs twice': {
    file: 'offices.yaml',
    from: '  - id: new-york',
    to: '  - { id: new-york, heading: A, role: A, address: [A], phone: "+1 212 555 0100" }\n  - id: new-york',
    at: '- id: new-york',
    expected: 'offices[1].id: is "new-york", which is already in this file, on line 2',
  },
  'a person who is in both teams': {
    file: 'people.yaml',
    from: 'id: bo-two',
    to: 'id: ada-one',
    expected: 'advisors[0].id: is "ada-one", which is already in this file, on line 2',
  },
  'a list of positions on another page': {
    file: home,
    from: 'name: contact',
    to: 'name: contact\n  - { type: slot, name: positions }',
    at: '- { type: slot, name: positions }',
    expected: 'sections[2].name: is "positions", a list that only the page "/join-us" shows; remove this section',
  },
  'a second path of a list': {
    file: 'pages/what-we-think.yaml',
    from: 'meta:',
    to: 'aliases: [/insights]\nmeta:',
    at: 'aliases: [/insights]',
    expected:
      'aliases: is not for this page: only "/what-we-think" shows its list "insights"; redirect other paths in the proxy',
  },
  'an anchor that occurs twice on a page': {
    file: home,
    from: 'name: contact',
    to: 'name: contact\n  - { type: slot, name: contact }',
    at: '- { type: slot, name: contact }',
    expected: 'sections[2]: is "contact", which is already in this file, on line ',
  },
  'an anchor of two sections': {
    file: home,
    from: 'name: contact',
    to: 'name: contact\n  - { type: statement, anchor: aboutus, heading: Again }',
    at: 'anchor: aboutus, heading: Again',
    expected: 'sections[2].anchor: is "aboutus", which is already in this file, on line ',
  },
  'an anchor that every page has': {
    file: home,
    from: 'anchor: aboutus',
    to: 'anchor: main',
    expected: 'sections[0].anchor: takes a name that the page does not use yet; found "main"',
  },
  'a path that occurs twice': {
    file: 'pages/join-us.yaml',
    from: 'address: /join-us',
    to: 'address: /contact',
    expected: 'address: has the path "/contact", which pages/contact-us.yaml has already',
  },
  'another path of a page that occurs twice': {
    file: 'pages/others.yaml',
    from: 'aliases: [',
    to: 'aliases: [\n  /contact,\n  ',
    at: '/contact,',
    expected: 'aliases[0]: has the path "/contact", which pages/contact-us.yaml has already',
  },
  'an id that occurs twice': {
    file: insight,
    from: 'id: 2',
    to: 'id: 1',
    expected:
      'id: is 1, as in articles/success-stories/first-story.md; every article needs a unique number: give the newer one 100',
  },
  'a former slug that an article has': {
    file: insight,
    from: 'banner_alt',
    to: 'former_slugs: [first-story]\nbanner_alt',
    at: 'former_slugs',
    expected: 'former_slugs[0]: "first-story" is the slug of articles/success-stories/first-story.md already',
  },
  'a link to a page that does not exist': {
    file: 'site.yaml',
    from: 'to: /terms-and-condition',
    to: 'to: /conditions',
    expected: 'footer.legal[0].to: "/conditions" leads to a page that does not exist',
  },
  'a whole address of this site to a page that does not exist': {
    file: 'site.yaml',
    from: 'to: /terms-and-condition',
    to: 'to: https://acme.example/conditions?from=mail',
    expected: 'footer.legal[0].to: "/conditions?from=mail" leads to a page that does not exist',
  },
  'a whole address of this site in text, with an anchor that does not exist': {
    file: story,
    from: '/single/first-insight/#why',
    to: 'http://acme.example/single/first-insight/#how',
    at: 'It went well',
    expected: '"/single/first-insight/#how" leads to an anchor that is not on /single/first-insight/; there is #why',
  },
  'a bare address of this site in a legal text': {
    file: 'legal/terms-and-condition.md',
    from: 'They will be announced.',
    to: 'They will be at {site_url}/conditions.',
    at: 'They will be at',
    expected: '"/conditions" leads to a page that does not exist',
  },
  'a link with the other end of an address': {
    file: home,
    from: 'to: /single/first-story/',
    to: 'to: /single/first-story',
    expected:
      'sections[0].links[0].to: "/single/first-story" leads to a page that does not exist; its path is "/single/first-story/"',
  },
  'a link to the contact form of a page without one': {
    file: home,
    from: '  - type: slot\n    name: contact\n',
    to: '',
    at: 'button:',
    expected:
      'hero.button.to: "#contact" leads to an anchor that is not on /; there is #aboutus; add a section { type: slot, name: contact }',
    inEditor:
      '"#contact" leads to an anchor that is not on /; there is #aboutus; add a section "Contact form, articles or positions" with the name "contact" there',
  },
  'a link to an office that does not exist': {
    file: home,
    from: 'to: "#contact"',
    to: 'to: /contact-us#london',
    expected:
      'hero.button.to: "/contact-us#london" leads to an anchor that is not on /contact-us; there are #new-york, #contact',
  },
  'a link to an anchor that is not on the page': {
    file: home,
    from: '"#contact"',
    to: '"#contat"',
    expected: 'hero.button.to: "#contat" leads to an anchor that is not on /; there are #aboutus, #contact',
  },
  'a link that runs a script': {
    file: home,
    from: '"#contact"',
    to: 'javascript:alert(1)',
    expected:
      'hero.button.to: takes "/page", "/page#anchor", "#anchor", "https://…", "mailto:…" or "tel:…"; found "javascript:alert(1)"',
  },
  'a link that leaves without saying so': {
    file: home,
    from: '"#contact"',
    to: '//evil.example',
    expected:
      'hero.button.to: takes "/page", "/page#anchor", "#anchor", "https://…", "mailto:…" or "tel:…"; found "//evil.example"',
  },
  'a link in text to an anchor that does not exist': {
    file: story,
    from: '#why',
    to: '#how',
    at: 'It went well',
    expected: '"/single/first-insight/#how" leads to an anchor that is not on /single/first-insight/; there is #why',
  },
  'a link in a biography to a page that does not exist': {
    file: 'people.yaml',
    from: 'bio: Ada founded it.',
    to: 'bio: Ada founded [it](/acme).',
    expected: 'leadership[0].bio: "/acme" leads to a page that does not exist',
  },
  'a whole address of this site in a biography to a page that does not exist': {
    file: 'people.yaml',
    from: 'bio: Ada founded it.',
    to: 'bio: Ada founded [it](https://acme.example/acme).',
    expected: 'leadership[0].bio: "/acme" leads to a page that does not exist',
  },
  'the name of the home page in URLs of its Markdown and its picture': {
    file: 'pages/contact-us.yaml',
    from: 'aliases: [/contact]',
    to: 'aliases: [/contact, /index]',
    at: '[/contact',
    expected: 'aliases[1]: has the path "/index", at which the server itself responds; choose another path',
  },
  'a path that the server keeps for itself': {
    file: 'pages/contact-us.yaml',
    from: 'aliases: [/contact]',
    to: 'aliases: [/contact, /healthz]',
    at: '[/contact',
    expected: 'aliases[1]: has the path "/healthz", at which the server itself responds; choose another path',
  },
  'a link to a draft': {
    file: story,
    from: '/single/first-insight/#why',
    to: '/single/first-story/) [not](/single/draft/',
    at: 'It went well',
    expected: '"/single/draft/" leads to a page that does not exist; articles/insights/draft.md is a draft',
  },
  'a link to the former path of a draft': {
    file: home,
    from: 'to: /single/first-story/',
    to: 'to: /single/draft-before/',
    expected:
      'sections[0].links[0].to: "/single/draft-before/" leads to a page that does not exist; articles/insights/draft.md is a draft',
  },
  'two versions of the same lines': {
    file: insight,
    from: 'Because it was tested.',
    to: '<<<<<<< HEAD\nBecause.\n=======\nSince.\n>>>>>>> other',
    at: '<<<<<<< HEAD',
    expected:
      'contains two versions of the same lines, from "<<<<<<< HEAD" on; keep one of them and remove the lines that begin with <<<<<<<, ======= and >>>>>>>',
  },
  'YAML that is none': {
    file: home,
    from: 'heading: What we do',
    to: 'heading: What: we do',
    expected: 'has a colon inside a text without quotes; write heading: "What: we do"',
  },
  'a field that occurs twice': {
    file: home,
    from: '    drawing: bridge',
    to: '    heading: Again\n    drawing: bridge',
    at: 'heading: Again',
    expected: 'has the field "heading" a second time; a field appears once in its group',
  },
  'an article without front matter': {
    file: insight,
    from: '---\nid: 2',
    to: 'id: 2',
    at: 'id: 2',
    expected:
      'begins without fields; its first line is "---", then follow the fields, such as "title: Hello", then a line "---" again, and below it the text',
  },
  'an article whose front matter does not end': {
    file: insight,
    from: 'banner_alt: A plate\n---',
    to: 'banner_alt: A plate\n',
    at: '---\nid: 2',
    expected: 'has fields that do not end; write a line that is only "---" below them, before the text begins',
  },
  'an article without text': {
    file: story,
    from: '\n## What happened\n\nIt went well; [the insight](/single/first-insight/#why) says why.\n',
    to: '<!-- later -->',
    expected: 'has no text below its front matter',
  },
  'a token that no legal text knows': {
    file: 'legal/terms-and-condition.md',
    from: '{email}',
    to: '{mail}',
    expected: '"{mail}" is not a known token; there are {company}, {legal_name}, ',
  },
  'a token that no page knows': {
    file: home,
    from: 'title: Home',
    to: 'title: Home of {acme}',
    expected: 'meta.title: "{acme}" is not a known token; there are {company}, ',
  },
  'a token that no article knows': {
    file: insight,
    from: 'Because it was tested.',
    to: 'Because it was tested.\n\nAt {acme}.',
    at: 'At {acme}.',
    expected: '"{acme}" is not a known token; there are {company}, ',
  },
  'a text that is too long once it is filled in': {
    file: 'positions/engineer.md',
    from: 'experience: 3 years',
    to: 'experience: 3 years at {legal_name} or {legal_name} or {legal_name}',
    expected: 'experience: must have at most 40 characters; found "3 years at Acme, Inc. or',
  },
  'legal text before its first part': {
    file: 'legal/terms-and-condition.md',
    from: '## Acceptance',
    to: 'Welcome.\n\n## Acceptance',
    at: 'Welcome.',
    expected: 'has text that belongs to no part; a part begins with "## "',
  },
  'two legal parts of one name': {
    file: 'legal/terms-and-condition.md',
    from: '## Changes',
    to: '## Acceptance',
    at: '## Acceptance',
    expected: 'has two parts with the title "Acceptance"',
  },
};

/** Not a refusal: an article that is not published yet has no page. */
const draft = `---
id: 99
title: A draft
excerpt: Not yet.
author: ada-one
date: 2026-03-01
banner: plates/one.svg
banner_alt: A plate
former_slugs: [draft-before]
draft: true
---

Later.
`;

describe('Content is refused by file, line, what was found and what is allowed:', () => {
  test.each(Object.entries(badInputs))(
    '%s',
    async (_, { file, from, to, at = to, expected: message, inEditor: words }) => {
      const directory = await contentDirectory();
      await directory.edit(file, from, to);
      await directory.write('articles/insights/draft.md', draft);
      const text = await directory.read(file);
      const line = text.slice(0, text.lastIndexOf(at)).split('\n').length;
      const problems = await problemsOf(directory.path);
      const start = [`${file}:${line} ${message}`, `${file}:${line}: ${message}`];
      const found = problems.filter((problem) => start.some((words) => describeProblem(problem).startsWith(words)));
      expect(found, problems.map(describeProblem).join('\n')).toHaveLength(1);
      if (words !== undefined) expect(found.map((problem) => inEditor(problem.message))).toEqual([words]);
    },
  );

  test.each([
    [
      'people.yaml',
      'portraits/bo-two.svg',
      'portraits/bo.jpg',
      'portraits/bo.jpg" does not exist; takes a picture below',
    ],
    ['offices.yaml', '[1 Test Street]', '1 Test Street', 'takes a list; found "1 Test Street"; write [1 Test Street]'],
  ])('one mistake in %s as one problem', async (file, from, to, message) => {
    const directory = await contentDirectory();
    await directory.edit(file, from, to);
    const described = (await problemsOf(directory.path)).map(describeProblem);
    expect(described).toEqual([expect.stringContaining(message)]);
    expect(described[0]).toMatch(new RegExp(`^${file}:`, 'u'));
  });

  test('a logo without its drawing', async () => {
    const directory = await contentDirectory();
    await directory.remove('media/logos/keel.svg');
    const messages = (await problemsOf(directory.path)).map(({ message }) => message);
    const missing = '"keel" has no drawing (an SVG, not another kind of picture);';
    expect(messages.map(inFile)).toContain(`${missing} put it in content/media/logos/keel.svg`);
    expect(messages.map(inEditor)).toContain(`${missing} upload it as keel.svg under Assets, Global Assets, logos`);
  });

  test('an empty text once, not also as one that is not a line', async () => {
    const directory = await contentDirectory();
    await directory.edit(home, 'keywords: [home]', 'keywords: [""]');
    const problems = await problemsOf(directory.path);
    expect(problems.map(describeProblem)).toEqual([
      expect.stringContaining('meta.keywords[0]: must not be empty; found ""'),
    ]);
    expect(problems.map(({ message }) => inEditor(message))).toEqual([missingInEditor]);
  });

  test('every problem at once', async () => {
    const directory = await contentDirectory();
    await directory.edit(home, 'heading: Welcome', 'heading: ""');
    await directory.edit('site.yaml', 'founded: 2022', 'founded: soon');
    await directory.edit('careers.yaml', 'slug: design', 'slug: De Sign');
    expect(new Set((await problemsOf(directory.path)).map(({ file }) => file))).toEqual(
      new Set([home, 'site.yaml', 'careers.yaml']),
    );
  });

  test.each([
    ['author', 'id: ada-one', 'id: ada-1', 'people.yaml'],
    ['topics', 'slug: cloud', 'slug: clouds', 'taxonomy.yaml'],
    ['banner', 'banner: plates/one.svg', 'banner: plates/1.svg', story],
  ])('a wrong name in %s at each reading, not only at the first', async (field, from, to, file) => {
    const directory = await contentDirectory();
    await directory.edit(file, from, to);
    const articleReader = createArticleReader(createLocalDocuments({ prepare, clock: systemClock }));
    const read = () => problemsOf(directory.path, readContent({ directory: directory.path, siteUrl, articleReader }));
    const problems = await read();
    expect(problems.map(describeProblem)).toContainEqual(
      expect.stringMatching(new RegExp(`^${story}:.*${field}`, 'u')),
    );
    expect(await read()).toEqual(problems);
  });

  const places = [
    home,
    'site.yaml',
    insight,
    'positions/engineer.md',
    'legal/terms-and-condition.md',
    'media/plates/x.svg',
  ];
  const standIns: [string, (path: string) => Promise<unknown>, string][] = [
    ['a link that leads to itself', (path) => symlink(path, path), 'symbolic link'],
    ['a pipe', (path) => promisify(execFile)('mkfifo', [path]), 'is a pipe or a device; it takes an ordinary file'],
    ['a folder', (path) => mkdir(`${path}/more`, { recursive: true }), 'is a folder; it takes an ordinary file'],
  ];
  test.each(standIns)('in the place of a file %s, and the others are read on', async (_, make, expected) => {
    for (const file of places) {
      // A folder of media may have any name.
      if (file.startsWith('media/') && expected.includes('folder')) continue;
      const directory = await contentDirectory();
      await rm(join(directory.path, file), { force: true });
      await make(join(directory.path, file));
      if (!file.startsWith('media/')) await directory.write('pages/other.yaml', 'address: 3');
      const problems = await problemsOf(directory.path);
      expect(problems).toContainEqual({ file, message: expect.stringContaining(expected) });
      if (!file.startsWith('media/')) expect(problems.map((problem) => problem.file)).toContain('pages/other.yaml');
    }
  });

  test.each(places.slice(0, -1))('more than 1 MB of text: %s', async (file) => {
    const directory = await contentDirectory();
    await directory.write(file, `${await directory.read(file)}${'\n'.repeat(1024 * 1024)}`);
    expect(await problemsOf(directory.path)).toContainEqual({
      file,
      message: 'has 1.1 MB of text; it takes at most 1 MB',
    });
  });

  // Elements of HTML, since the parser takes the square of the number of nested quotations.
  const nested = '<div>'.repeat(8000);
  test.each([
    ['a page', home, 'heading: What we do', `heading: ${'['.repeat(20_000)}`],
    ['an article', insight, 'Because', `${nested} Because`],
    ['a position', 'positions/engineer.md', 'Care.', `${nested} Care.`],
    ['a legal page', 'legal/terms-and-condition.md', 'They', `${nested} They`],
  ])('a text that is nested more deeply than can be read: %s', async (_, file, from, to) => {
    const directory = await contentDirectory();
    await directory.edit(file, from, to);
    const reason = file.endsWith('.md')
      ? 'cannot be prepared: it is nested too deeply'
      : 'is nested too deeply to be read';
    expect(await problemsOf(directory.path)).toContainEqual(expect.objectContaining({ file, message: reason }));
  });

  test('a file with more YAML than a page needs', async () => {
    const directory = await contentDirectory();
    await directory.write('logos.yaml', `${await directory.read('logos.yaml')}${'# note\n'.repeat(40_000)}`);
    expect(await problemsOf(directory.path)).toContainEqual({
      file: 'logos.yaml',
      message: 'has 274 KB of YAML; it takes at most 256 KB',
    });
  });

  test('aliases that multiply endlessly', async () => {
    const directory = await contentDirectory();
    const laughs = Array.from(
      { length: 12 },
      (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`,
    );
    await directory.write(home, ['a0: &a0 [x]', ...laughs].join('\n'));
    expect(await problemsOf(directory.path)).toEqual([
      {
        file: home,
        line: 2,
        message: 'has a value that begins with "*": "*a0"; write it in quotes, or repeat the value itself',
      },
    ]);
  });

  test.each([
    [home, '/', 'pages/home.yaml'],
    ['pages/contact-us.yaml', '/contact-us', 'pages/contact-us.yaml'],
    ['legal/privacy-policy.md', '/privacy-policy', 'legal/privacy-policy.md'],
  ])('a path of the site at which nothing responds: without %s', async (file, path, expected) => {
    const directory = await contentDirectory();
    await directory.remove(file);
    expect((await problemsOf(directory.path)).map(describeProblem)).toContain(
      `${expected}: is missing: no file has the path "${path}", which the site needs; restore the file, or give "${path}" to another page as its path or among its "aliases"`,
    );
  });

  test.each([
    [
      'articles/news/first.md',
      'articles/news: is in no category; move it to articles/success-stories or articles/insights',
    ],
    [
      'articles/loose.md',
      'articles/loose.md: is in no category; move it to articles/success-stories or articles/insights',
    ],
    [
      'page/about.yaml',
      'page: is not part of the content, which contains site.yaml, mail.yaml, people.yaml, logos.yaml, offices.yaml, taxonomy.yaml, careers.yaml, pages, articles, positions, legal, media',
    ],
  ])('a file that nobody would read: %s', async (file, message) => {
    const directory = await contentDirectory();
    await directory.write(file, 'address: /about');
    expect((await problemsOf(directory.path)).map(describeProblem)).toEqual([message]);
  });

  test.each([
    [home, 'heading: Welcome', 'heading: Caf\xe9', 8, 0xe9],
    [insight, 'Because', 'Because caf\xe9,', 14, 0xe9],
    ['positions/engineer.md', 'Care.', '\x93Care\x94', 14, 0x93],
  ])('a text in another encoding: %s', async (file, from, to, line, byte) => {
    const directory = await contentDirectory();
    const text = await directory.read(file);
    await directory.write(file, Buffer.from(text.replace(from, to), 'latin1'));
    expect((await problemsOf(directory.path)).map(describeProblem)).toEqual([
      `${file}:${line}: is not written as UTF-8: the byte 0x${byte.toString(16).toUpperCase()} is not a character there; save the file again with the encoding UTF-8`,
    ]);
  });

  test('a missing content directory, in one line', async () => {
    expect(await problemsOf('/nowhere/content')).toEqual([{ file: '/nowhere/content', message: 'does not exist' }]);
  });

  test('a slug shared by two articles', async () => {
    const directory = await contentDirectory();
    const text = await directory.read(insight);
    await directory.write('articles/insights/first-story.md', text.replace('id: 2', 'id: 3'));
    expect((await problemsOf(directory.path)).map(describeProblem)).toEqual([
      'articles/insights/first-story.md: "first-story" is the slug of articles/success-stories/first-story.md already',
    ]);
  });

  test('a position’s id shared by another', async () => {
    const directory = await contentDirectory();
    await directory.write('positions/second.md', await directory.read('positions/engineer.md'));
    expect((await problemsOf(directory.path)).map(describeProblem)).toEqual([
      'positions/second.md:2 job_id: is "AC-100", as in positions/engineer.md; every position needs a unique id: change that of the newer one',
    ]);
  });

  test.each([
    ['pages/about.yml', 'ends in ".yaml"'],
    ['articles/insights/Über uns (1).md', 'ends in ".md", such as "ueber-uns-1.md"'],
    ['positions/日本.md', 'ends in ".md"'],
  ])('a file whose name says nothing: %s', async (file, end) => {
    const directory = await contentDirectory();
    await directory.write(file, 'address: /about');
    expect((await problemsOf(directory.path)).map(describeProblem)).toEqual([
      `${file}: has a name that cannot be used; it takes lower-case letters, digits and single hyphens and ${end}. If it is a copy, delete it`,
    ]);
  });

  test('a folder among the articles', async () => {
    const directory = await contentDirectory();
    await directory.write('articles/insights/2026/news.md', '');
    expect((await problemsOf(directory.path)).map(describeProblem)).toEqual([
      'articles/insights/2026: is a folder; move its files to articles/insights, which contains no folders',
    ]);
  });

  test.each([
    ['edit', /^legal\/edit\.md: has the path "\/edit", at which the server itself responds; choose another path$/u],
    [
      'contact',
      /^pages\/contact-us\.yaml:\d+ aliases\[0\]: has the path "\/contact", which legal\/contact\.md has already$/u,
    ],
  ])('a legal text at the path of another page: /%s', async (slug, expected) => {
    const directory = await contentDirectory();
    await directory.write(`legal/${slug}.md`, await directory.read('legal/terms-and-condition.md'));
    expect((await problemsOf(directory.path)).map(describeProblem)).toEqual([expect.stringMatching(expected)]);
  });

  test.each(['site.yaml', 'careers.yaml', 'pages', 'legal'])('missing: %s', async (file) => {
    const directory = await contentDirectory();
    await directory.remove(file);
    expect((await problemsOf(directory.path)).map(describeProblem)[0]).toMatch(new RegExp(`^${file}: is missing`, 'u'));
  });

  test.each([
    ['media/drawings/bridge.svg', '<svg viewBox="0 0 1 1"><style/></svg>', 'is not an accepted drawing'],
    ['media/logos/keel.svg', '<svg viewBox="0 0 1 1" style="fill:red"></svg>', 'is not an accepted drawing'],
    ['media/plates/one.svg', 'no picture', 'is not well-formed SVG'],
    ['media/heroes/sea-tall.webp', '', 'is empty; copy it again'],
    ['media/plates/two.jpg', '', 'is empty; copy it again'],
    ['media/heroes/sea-wide.mp4', 'no film', 'is not an MP4 film, although it is named so; export it again'],
    ['media/heroes/sea-wide.webm', 'no film', 'is not a WebM film, although it is named so; export it again'],
    ['media/report.pdf', 'PK a text', 'is not a PDF, although it is named so; export it again'],
    ['media/heroes/sea-wide.webp', 'no picture', 'is not a picture; it takes JPEG, PNG, WebP, AVIF or SVG'],
  ])('a picture that cannot be used: %s', async (file, text, expected) => {
    const directory = await contentDirectory();
    await directory.write(file, text);
    expect((await problemsOf(directory.path)).map(describeProblem)).toContainEqual(
      expect.stringContaining(`${file}: ${expected}`),
    );
  });
});
