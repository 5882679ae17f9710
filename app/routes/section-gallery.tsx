import { type PageData, PageView } from '../features/pages/PageView.tsx';
import type { Section } from '../features/pages/page.schema.ts';
import type { RouteContext } from '../server/context.ts';
import type { Page } from '../server/render-page.tsx';
import { DimensionLine } from '../ui/dimension-line/DimensionLine.tsx';
import { Wrap } from '../ui/section/Section.tsx';
import { pageDataOf } from './content-sections.tsx';
import { errorPages } from './error-pages.tsx';
import { extremesOf } from './extreme-sections.ts';
import { unlistedHead } from './page-head.tsx';
import styles from './section-gallery.module.css';

/** The sections of one type: those of the content by their page's path, then the extremes. */
interface Exhibit {
  type: string;
  sections: readonly { name: string; section: Section }[];
}

/** `/_sections` and `/_sections/{type}`, in development only: every section type in use, also with extreme data. */
export function sectionGallery({ env, req }: RouteContext): Page {
  const { content } = env;
  const type = req.param('type');
  const used = content.pages.flatMap(({ address, sections }) =>
    sections.map((section) => ({ name: address, section })),
  );
  const exhibits = [...Map.groupBy(used, ({ section }) => section.type)]
    .filter(([name]) => name !== 'slot')
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, sections]): Exhibit => {
      const extremes = sections.slice(0, 1).flatMap(({ section }) => extremesOf(section));
      return { type: name, sections: [...sections, ...extremes] };
    });
  if (type && !exhibits.some((exhibit) => exhibit.type === type)) return errorPages.notFound;
  return {
    head: unlistedHead('Sections'),
    body: () => <SectionGallery exhibits={exhibits} type={type} pageData={pageDataOf(content)} />,
  };
}

interface SectionGalleryProps {
  exhibits: readonly Exhibit[];
  /** The only type to show; all types if absent. */
  type: string | undefined;
  pageData: PageData;
}

function SectionGallery({ exhibits, type, pageData }: SectionGalleryProps) {
  const shown = exhibits.filter((exhibit) => !type || exhibit.type === type);
  return (
    <>
      <Wrap className={styles.head}>
        <h1>Sections</h1>
        <p>
          {exhibits.map((exhibit) => (
            <a key={exhibit.type} href={`/_sections/${exhibit.type}`}>
              {exhibit.type}
            </a>
          ))}
        </p>
      </Wrap>
      {shown.map((exhibit) =>
        exhibit.sections.map(({ name, section }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page may have several sections of one type, which never move
          <div key={`${exhibit.type}-${index}`}>
            <Wrap className={styles.name}>
              <DimensionLine heading={`${exhibit.type}: ${name}`} />
            </Wrap>
            <PageView page={{ sections: [section] }} data={pageData} slots={{}} />
          </div>
        )),
      )}
    </>
  );
}
