import { type PageData, PageView } from '../features/pages/PageView.tsx';
import type { Section } from '../features/pages/page.schema.ts';
import type { RouteContext } from '../server/context.ts';
import type { Page } from '../server/render-page.tsx';
import { DimensionLine } from '../ui/dimension-line/DimensionLine.tsx';
import { Wrap } from '../ui/section/Section.tsx';
import { errorPages } from './error-pages.tsx';
import { UnlistedHead } from './page-head.tsx';
import styles from './section-gallery.module.css';

const modules = import.meta.glob<{ examples: { name: string; section: Section }[] }>(
  '../features/pages/sections/*/examples.ts',
  { eager: true },
);

/** All examples of every section type, ordinary and extreme, by the type's name. */
const gallery = Object.entries(modules)
  .map(([path, { examples }]) => ({ type: path.split('/').at(-2) ?? '', examples }))
  .sort((a, b) => a.type.localeCompare(b.type));

/** `/_sections` and `/_sections/{type}`, in development only: examples for engineers who change a section. */
export function sectionGallery({ env, req }: RouteContext): Page {
  const { content } = env;
  const type = req.param('type');
  if (type && !gallery.some((entry) => entry.type === type)) return errorPages.notFound;
  const pageData: PageData = {
    people: content.people,
    offices: content.offices,
    careers: { email: content.site.email.careers, network: content.site.professional_network },
  };
  return {
    head: () => <UnlistedHead title="Sections" />,
    body: () => <SectionGallery type={type} pageData={pageData} />,
  };
}

function SectionGallery({ type, pageData }: { type: string | undefined; pageData: PageData }) {
  const shown = gallery.filter((entry) => !type || entry.type === type);
  return (
    <>
      <Wrap className={styles.head}>
        <h1>Sections</h1>
        <p>
          {gallery.map((entry) => (
            <a key={entry.type} href={`/_sections/${entry.type}`}>
              {entry.type}
            </a>
          ))}
        </p>
      </Wrap>
      {shown.map((entry) =>
        entry.examples.map(({ name, section }) => (
          <div key={`${entry.type}-${name}`} data-example={`${entry.type}: ${name}`}>
            <Wrap className={styles.name}>
              <DimensionLine heading={`${entry.type}: ${name}`} />
            </Wrap>
            <PageView page={{ sections: [section] }} data={pageData} slots={{}} />
          </div>
        )),
      )}
    </>
  );
}
