import { cx } from '../../../../shared/class-names.ts';
import cardLink from '../../../../ui/card-link/CardLink.module.css';
import { Carousel } from '../../../../ui/carousel/Carousel.tsx';
import { LogoMark } from '../../../../ui/logo-mark/LogoMark.tsx';
import { Plate } from '../../../../ui/plate/Plate.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import { SiteLink } from '../../../../ui/site-link/SiteLink.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './Ecosystem.module.css';

/** Partner marks, three per row, above a loop of article cards, 1.5 in view (Specification 2, Industry pages). It has each article twice. */
export function Ecosystem({ section }: { section: SectionOf<'ecosystem'> }) {
  const { heading, logos, subheading, articles } = section;
  const cards = (areCopies: boolean) =>
    articles.map((article) => <ArticleCard key={article.to} article={article} isCopy={areCopies} />);
  return (
    <Section heading={heading} count={logos.length} flush>
      <ul className={styles.wall}>
        {logos.map((logo) => (
          <li key={logo.id} className={styles.bay}>
            <LogoMark logo={logo} className={styles.logo} />
          </li>
        ))}
      </ul>
      <Carousel
        heading={subheading}
        level={3}
        slides={[...cards(false), ...cards(true)]}
        loop
        arrows
        classNames={{ carousel: styles.reading, run: styles.run, track: styles.track }}
      />
    </Section>
  );
}

interface ArticleCardProps {
  article: SectionOf<'ecosystem'>['articles'][number];
  /**
   * Whether it closes the loop: its link is no second tab stop, and Markdown leaves it out. It stays a slide of four for screen readers
   * (Contract, assistive technology).
   */
  isCopy: boolean;
}

function ArticleCard({ article, isCopy }: ArticleCardProps) {
  const { image, alt, title, text, to } = article;
  return (
    <article className={cx(cardLink.card, styles.card)} data-copy={isCopy || undefined}>
      <Plate image={image} alt={alt} size="half" className={styles.plate} />
      <div className={styles.copy}>
        <h4 className={cx(cardLink.title, styles.title)}>
          <SiteLink to={to} className={cx(cardLink.link, styles.link)} tabIndex={isCopy ? -1 : undefined}>
            {title}
          </SiteLink>
        </h4>
        <p className={cx(cardLink.text, styles.text)}>{text}</p>
      </div>
    </article>
  );
}
