import type { GitBackend } from '@sveltia/cms';
import { Hono } from 'hono';
import type { SiteContent } from '../content/site-content.ts';
import { editorPath } from '../paths.ts';
import { choicesOf, editorConfiguration, nextArticleIdOf } from './editor-configuration.ts';
import { editorDocument, editorHeaders } from './editor-page.ts';

/** The repository that the production editor reads and writes through the git host's API with the author's account. */
export interface EditorRepository {
  kind: 'github' | 'gitlab' | 'gitea';
  /** Origin of the git host. */
  origin: string;
  /** Owner and name: `acme/website`. */
  name: string;
  branch: string;
  /** The editor's client ID at the git host, for signing in without a token (OAuth with PKCE; GitLab and Gitea). */
  appId?: string | undefined;
}

/**
 * The repository in the editor's own words. Authors sign in with a token; by OAuth only where the git host offers it to a page
 * without a secret (PKCE), which GitHub does not.
 */
function backendOf({ kind, origin, name, branch, appId }: EditorRepository): GitBackend & { api_root: string } {
  const repository = { repo: name, branch, base_url: origin };
  const isToken = appId === undefined;
  switch (kind) {
    case 'github': {
      const isPublic = origin === 'https://github.com';
      return {
        name: 'github',
        ...repository,
        api_root: isPublic ? 'https://api.github.com' : `${origin}/api/v3`,
        ...(isPublic ? {} : { graphql_api_root: `${origin}/api/graphql` }),
        auth_methods: ['token'],
      };
    }
    case 'gitlab':
      return {
        name: 'gitlab',
        ...repository,
        api_root: `${origin}/api/v4`,
        graphql_api_root: `${origin}/api/graphql`,
        ...(isToken ? { auth_methods: ['token'] } : { auth_type: 'pkce', app_id: appId }),
      };
    case 'gitea':
      return {
        name: 'gitea',
        ...repository,
        api_root: `${origin}/api/v1`,
        ...(isToken ? { auth_methods: ['token'] } : { app_id: appId }),
      };
  }
}

/**
 * Serves the production editor: a document and its configuration; its script is a file of the build. It has no privileges:
 * authors sign in to the git host, and saving creates a commit there.
 */
export function editorRoutes(repository: EditorRepository, siteUrl: string, content: () => SiteContent): Hono {
  const backend = backendOf(repository);
  const connectTo = [...new Set([repository.origin, new URL(backend.api_root).origin])];
  const headers = editorHeaders({ connectTo });
  return new Hono()
    .get(editorPath, (context) => context.body(editorDocument, 200, headers))
    .get(`${editorPath}/config.json`, (context) => {
      const config = editorConfiguration({
        backend,
        siteUrl,
        choices: choicesOf(content()),
        hasPreview: false,
        nextArticleId: nextArticleIdOf(content()),
      });
      return context.json({ config }, 200, { 'Cache-Control': 'no-store' });
    });
}
