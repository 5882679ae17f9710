import { Hono } from 'hono';
import type { SiteContent } from '../content/site-content.ts';
import { editorPath } from '../paths.ts';
import { choicesOf, editorConfiguration } from './editor-configuration.ts';
import { editorDocument, editorHeaders } from './editor-page.ts';

/** The repository that the editor in production reads and writes, by the git host's own API and the author's own account. */
export interface EditorRepository {
  kind: 'github' | 'gitlab' | 'gitea';
  /** Origin of the git host. */
  origin: string;
  /** Owner and name: `acme/website`. */
  name: string;
  branch: string;
  /** By which the git host knows the editor, for signing in without a token (OAuth with PKCE; GitLab and Gitea). */
  appId?: string | undefined;
}

/** Where each git host has its API, and what else the browser talks to. */
const apiOf: Readonly<Record<EditorRepository['kind'], (origin: string) => { root: string; graphql?: string }>> = {
  github: (origin) =>
    origin === 'https://github.com'
      ? { root: 'https://api.github.com' }
      : { root: `${origin}/api/v3`, graphql: `${origin}/api/graphql` },
  gitlab: (origin) => ({ root: `${origin}/api/v4`, graphql: `${origin}/api/graphql` }),
  gitea: (origin) => ({ root: `${origin}/api/v1` }),
};

/**
 * The editor in production: a document, its configuration and, as files of the build, its script. It has no rights of its own:
 * whoever opens it signs in to the git host, and what they save is a commit there.
 */
export function editorRoutes(repository: EditorRepository, siteUrl: string, content: () => SiteContent): Hono {
  const { kind, origin, name, branch, appId } = repository;
  const { root, graphql } = apiOf[kind](origin);
  const headers = editorHeaders({ connectTo: [...new Set([origin, new URL(root).origin])] });
  const backend = {
    name: kind,
    repo: name,
    branch,
    base_url: origin,
    api_root: root,
    ...(graphql ? { graphql_api_root: graphql } : {}),
    ...(appId ? { auth_type: 'pkce', app_id: appId } : {}),
  };
  return new Hono()
    .get(editorPath, (context) => context.body(editorDocument, 200, headers))
    .get(`${editorPath}/config.json`, (context) => {
      const { articles } = content();
      const nextArticleId = 1 + articles.reduce((highest, { id }) => Math.max(highest, id), 0);
      const config = editorConfiguration({ backend, siteUrl, choices: choicesOf(content()), nextArticleId });
      return context.json({ config }, 200, { 'Cache-Control': 'no-store' });
    });
}
