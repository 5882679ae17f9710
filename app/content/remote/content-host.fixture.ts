import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A post as the host stores it. */
export interface Post {
  ID: number | string;
  slug: string;
  category: 'success-stories' | 'insights';
  post_title: string;
  post_content: string;
  topics: readonly string[];
  [field: string]: unknown;
}

/** Handles a request to the host. */
export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

/** A typical WordPress: with its own types of values, pages of nine and no terms in its posts. */
export class Host {
  posts: Post[] = [
    {
      ID: '12',
      slug: 'keel',
      category: 'insights',
      post_title: 'AT&amp;T&#8217;s <em>keel</em>',
      post_content:
        '<h2 onclick="x()">A part</h2><script>x</script><p>Below the <b>waterline</b>. <img src="/files/one.svg" alt="One"> <img src="http://169.254.169.254/two.png" alt="Two"></p>',
      topics: ['steel'],
      thumbnail: '/files/one.svg',
      short_description: '<p>Short &hellip;</p>',
      read_time: 7,
      author_name: 'Cy Three',
      author_avatar: false,
      post_date: 'March 5, 2024',
    },
    {
      ID: 11,
      slug: 'mast',
      category: 'success-stories',
      post_title: 'Mast',
      post_content: '<p>Above.</p>',
      topics: [],
      thumbnail: null,
      short_description: null,
      read_time: '',
      author_name: '',
      post_date: '2024-03-04 23:59:59',
    },
  ];
  /** Every position is in all categories. */
  positionCategories = ['rigging'];
  positions = [
    {
      job_id: 77,
      post_title: 'Rigger',
      experience: null,
      location: 'Harbour',
      short_description: 'Rigs.',
      post_content: '<h1>Ropes</h1>',
    },
  ];
  /** Slugs of related posts by the slug of their post; undefined if the host does not offer them. */
  related: Map<string, readonly string[]> | undefined;
  /** Replaces the proper response of a path. */
  broken = new Map<string, Handler>();
  requested: string[] = [];
  /** Whether posts have entity tags and conditional requests get 304. */
  tagsPosts = false;
  origin = '';

  async start() {
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://host');
      this.requested.push(`${url.pathname}${url.search}`);
      const broken = this.broken.get(url.pathname) ?? this.broken.get('*');
      if (broken) broken(request, response, url);
      else this.respond(request, response, url);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const stop = () => {
      server.closeAllConnections();
      server.close();
    };
    onTestFinished(stop);
    return stop;
  }

  respond(request: IncomingMessage, response: ServerResponse, url: URL) {
    const value = (name: string) => url.searchParams.get(name) ?? '';
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const card = ({ post_content, category, topics, ...post }: Post) => post;
    if (url.pathname === '/files/one.svg') {
      response
        .writeHead(200, { 'content-type': 'image/svg+xml' })
        .end('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><script>x</script><path d="M0 0h4"/></svg>');
    } else if (url.pathname === '/wp-json/post/v1/posts') {
      const all = this.posts.filter(({ category }) => category === value('cat'));
      const page = all.slice((Number(value('page')) - 1) * 9, Number(value('page')) * 9).map(card);
      send(page.map((item, index) => (index === 0 ? { ...item, total: String(all.length) } : item)));
    } else if (url.pathname === '/wp-json/post/v1/filter-posts') {
      const found = this.posts.filter(({ topics }) => topics.includes(value('topic')));
      send({ posts: value('page') === '1' ? found.map(card) : [], total: found.length });
    } else if (url.pathname === '/wp-json/post/v1/cat-list') {
      send(
        value('cat') === 'topic'
          ? { 4: { name: 'Steel &amp; wood', slug: 'steel' }, 9: { name: 'Sail', slug: 'sail' } }
          : [{ name: 'Ships', slug: 'ships' }],
      );
    } else if (url.pathname === '/wp-json/blogs/v1/post') {
      const post = this.posts.find(({ slug }) => slug === value('slug'));
      const tag = `W/"${createHash('sha256')
        .update(JSON.stringify(post ?? ''))
        .digest('hex')}"`;
      if (this.tagsPosts) response.setHeader('etag', tag);
      if (!post) send({ code: 'not_found', message: 'No.' }, 404);
      else if (this.tagsPosts && request.headers['if-none-match'] === tag) response.writeHead(304).end();
      else
        send({
          post_title: post.post_title,
          post_content: post.post_content,
          category_name: 'X',
          banner_image: false,
          author_name: post.author_name,
          read_time: post.read_time,
        });
    } else if (url.pathname === '/wp-json/blogs/related-post/post' && this.related) {
      const slugs = this.related.get(value('slug'));
      if (slugs) send(slugs.flatMap((slug) => this.posts.filter((post) => post.slug === slug)).map(card));
      else send({ code: 'not_found' }, 404);
    } else if (url.pathname === '/wp-json/position/v1/cat') {
      send(
        this.positionCategories.map((slug) => ({
          name: slug.replace(/^./u, (letter) => letter.toUpperCase()),
          slug,
          count: 1,
        })),
      );
    } else if (url.pathname === '/wp-json/position/v1/job_posts') {
      send(['', ...this.positionCategories].includes(value('cat')) ? this.positions : []);
    } else {
      send({ code: 'rest_no_route' }, 404);
    }
  }
}

/** Never responds. */
export const hang: Handler = () => {};
export const status =
  (code: number): Handler =>
  (_, response) =>
    response.writeHead(code).end('<h1>Error</h1>');
export const json =
  (body: unknown): Handler =>
  (_, response) =>
    response.end(JSON.stringify(body));
