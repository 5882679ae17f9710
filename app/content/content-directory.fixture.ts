import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { privacyPath, requiredPaths, termsPath } from '../paths.ts';
import { filesBelow } from '../platform/files/files-below.ts';

/** A separate content directory for one test, removed when the `using` block ends. */
export interface ContentDirectory extends AsyncDisposable {
  readonly path: string;
  read(file: string): Promise<string>;
  /** Writes a file below the directory and creates its folder. */
  write(file: string, text: string | Uint8Array): Promise<void>;
  /** Replaces text, which must exist. */
  edit(file: string, from: string, to: string): Promise<void>;
  /** Removes a file or a folder. */
  remove(file: string): Promise<void>;
  /** Brings back the files as they were created, for the next test. */
  restore(): Promise<void>;
}

/** The smallest valid content with every kind of reference. Tests may change any text. */
export async function createContentDirectory(): Promise<ContentDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'content-'));
  const at = (file: string) => join(path, file);
  const directory: ContentDirectory = {
    path,
    read: (file) => readFile(at(file), 'utf8'),
    async write(file, text) {
      await mkdir(dirname(at(file)), { recursive: true });
      await writeFile(at(file), text);
    },
    async edit(file, from, to) {
      const text = await readFile(at(file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not hold ${JSON.stringify(from)}`);
      await writeFile(
        at(file),
        text.replace(from, () => to),
      );
    },
    remove: (file) => rm(at(file), { recursive: true }),
    async restore() {
      for (const [file, text] of Object.entries(files))
        if (String(await readFile(at(file)).catch(() => '')) !== String(text)) await directory.write(file, text);
      for await (const file of filesBelow(path)) if (!Object.hasOwn(files, relative(path, file))) await rm(file);
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
  await Promise.all(Object.entries(files).map(([file, text]) => directory.write(file, text)));
  return directory;
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><path d="M0 15h40"/></svg>';
/** One pixel. */
const picture = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');

/** Required paths of the site without their own file here. */
const otherPaths = requiredPaths.filter(
  (path) => !['/', '/who-we-are', '/contact-us', '/what-we-think', '/join-us', termsPath, privacyPath].includes(path),
);

const files: Readonly<Record<string, string | Uint8Array>> = {
  'site.yaml': `name: Acme
legal_name: Acme, Inc.
description: A company of the test.
address: 1 Test Street
founded: 2022
copyright_year: 2024
tagline: Tested
phone: +1 212 555 0100
email: { general: hello@acme.example, careers: careers@acme.example, info: info@acme.example }
professional_network: { label: Network, href: https://social.example/in }
navigation:
  - label: Contact Us
    to: /contact-us#contact
footer:
  contact_heading: Talk to us
  columns: []
  social:
    heading: Follow
    profiles:
      - { label: One, href: https://social.example/1 }
      - { label: Two, href: https://social.example/2 }
      - { label: Three, href: https://social.example/3 }
  badges: { heading: Assurance, items: [] }
  legal:
    - { label: Terms, to: /terms-and-condition }
consent:
  heading: May Acme count your visit?
  text: Only if you accept.
  policy: { label: Terms, to: /terms-and-condition }
  settings: Cookie settings
contact_section: { heading: Talk to Acme, note: An engineer reads this. }
`,
  'mail.yaml': `acknowledgements:
  enquiry:
    subject: Your message, {reference}
    heading: It is here.
    text: Thank you for writing to {company}.
    next: { heading: Then, steps: [It is read.] }
  application:
    subject: Your application, {reference}
    heading: It is here.
    text: Thank you for applying to {company}.
    next: { heading: Then, steps: [It is read.] }
  footnotes: [Nobody wrote this.]
`,
  'people.yaml': `leadership:
  - id: ada-one
    name: Ada One
    post: Founder
    portrait: portraits/ada-one.svg
    linkedin: https://social.example/ada
    bio: Ada founded it.
advisors:
  - id: bo-two
    name: Bo Two
    post: Advisor
    portrait: portraits/bo-two.svg
    linkedin: /
    bio: ""
`,
  'logos.yaml': `logos:
  - { id: keel, name: Keel, href: https://keel.example/ }
  - { id: mast, name: Mast }
`,
  'offices.yaml': `offices:
  - id: new-york
    heading: New York
    role: Headquarters
    address: [1 Test Street]
    phone: +1 212 555 0100
`,
  'taxonomy.yaml': `categories:
  - { slug: success-stories, name: Success Stories }
  - { slug: insights, name: Insights }
topics:
  - { slug: cloud, name: Cloud }
  - { slug: quality, name: Quality }
industries:
  - { slug: healthcare, name: Healthcare }
`,
  'careers.yaml': `categories:
  - { slug: engineering, name: Engineering }
  - { slug: design, name: Design }
`,
  'pages/home.yaml': `address: /
meta:
  title: Home
  description: The home page.
  keywords: [home]
hero:
  type: page
  heading: Welcome
  media: sea
  button: { label: Talk to us, to: "#contact" }
sections:
  - type: statement
    anchor: aboutus
    heading: What we do
    drawing: bridge
    partner: { label: With, logo: keel }
    links:
      - { label: Read, to: /single/first-story/ }
  - type: slot
    name: contact
`,
  'pages/contact-us.yaml': `address: /contact-us
aliases: [/contact]
meta:
  title: Contact Us
  description: Where we are.
  keywords: [contact]
hero:
  type: page
  heading: Contact
  media: sea
sections:
  - type: offices
    heading: Our offices
  - type: slot
    name: contact
`,
  'pages/what-we-think.yaml': `address: /what-we-think
meta:
  title: What we think
  description: What we write.
  keywords: [insights]
hero:
  type: page
  heading: Insights
  media: sea
sections:
  - type: slot
    name: insights
`,
  'pages/join-us.yaml': `address: /join-us
meta:
  title: Join us
  description: Open positions.
  keywords: [careers]
hero:
  type: page
  heading: Careers
  media: sea
sections:
  - type: slot
    name: positions
`,
  'pages/others.yaml': `address: /who-we-are
aliases: ${JSON.stringify(otherPaths)}
meta:
  title: Others
  description: Every other page that the site needs.
  keywords: [others]
hero:
  type: page
  heading: Others
  media: sea
sections:
  - type: slot
    name: contact
`,
  'articles/success-stories/first-story.md': `---
id: 1
title: The first story
excerpt: What happened first.
topics: [cloud]
industries: [healthcare]
author: ada-one
date: 2026-01-10
banner: plates/one.svg
banner_alt: A plate
---

## What happened

It went well; [the insight](/single/first-insight/#why) says why.
`,
  'articles/insights/first-insight.md': `---
id: 2
title: The first insight
excerpt: Why it went well.
topics: [quality]
author: bo-two
date: 2026-02-10
banner: plates/one.svg
banner_alt: A plate
---

## Why

Because it was tested.
`,
  'positions/engineer.md': `---
job_id: AC-100
title: Engineer
category: engineering
experience: 3 years
location: New York
short_description: Builds things.
posted: 2026-01-05
valid_through: 2026-12-31
---

### What you bring

Care.
`,
  'legal/terms-and-condition.md': `---
title: Terms
description: The terms.
keywords: [terms]
last_updated: 2024-03-01
---

## Acceptance

{company} asks you to write to {email}.

## Changes

They will be announced.
`,
  'legal/privacy-policy.md': `---
title: Privacy
description: The policy.
keywords: [privacy]
last_updated: 2024-03-01
---

## Cookies

None.
`,
  'media/heroes/sea-wide.webp': picture,
  'media/heroes/sea-tall.webp': picture,
  'media/drawings/bridge.svg': drawing,
  'media/logos/keel.svg': drawing,
  'media/logos/mast.svg': drawing,
  'media/plates/one.svg': drawing,
  'media/portraits/ada-one.svg': drawing,
  'media/portraits/bo-two.svg': drawing,
};
