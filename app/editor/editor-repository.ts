import type { GitBackend } from '@sveltia/cms';

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

/**
 * The repository in the editor's own words. Authors sign in with a token; by OAuth only where the git host offers it to a page
 * without a secret (PKCE), which GitHub does not.
 */
export function backendOf({ kind, origin, name, branch, appId }: EditorRepository): GitBackend & { api_root: string } {
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

/** Where the git host's API describes the repository and what the holder of a token may do with it. */
export function repositoryApiUrl(repository: EditorRepository): string {
  const { api_root } = backendOf(repository);
  const { kind, name } = repository;
  return kind === 'gitlab' ? `${api_root}/projects/${encodeURIComponent(name)}` : `${api_root}/repos/${name}`;
}
