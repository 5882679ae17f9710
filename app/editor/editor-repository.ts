import type { GitBackend } from '@sveltia/cms';
import { contentFolder } from './editor-configuration.ts';

/** The repository that the editor in production reads and writes through the git host's API, with the author's own account. */
export interface EditorRepository {
  kind: 'github' | 'gitlab' | 'gitea';
  /** Origin of the git host. */
  origin: string;
  /** Owner and name: `acme/website`. */
  name: string;
  branch: string;
  /** Client id for OAuth with PKCE (GitLab and Gitea); authors sign in with a token without it. */
  appId?: string | undefined;
}

const graphqlUrl = (origin: string) => `${origin}/api/graphql`;

/** Converts the repository to the editor's configuration. GitHub has no OAuth for pages without a secret (PKCE), hence tokens only. */
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
        ...(isPublic ? {} : { graphql_api_root: graphqlUrl(origin) }),
        auth_methods: ['token'],
      };
    }
    case 'gitlab':
      return {
        name: 'gitlab',
        ...repository,
        api_root: `${origin}/api/v4`,
        graphql_api_root: graphqlUrl(origin),
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

/** The request to the git host's API that returns the permissions of a token's owner. Its body is JSON. */
export function permissionRequest(repository: EditorRepository): { url: string; method?: 'POST'; body?: string } {
  const { kind, origin, name } = repository;
  if (kind !== 'gitlab') return { url: `${backendOf(repository).api_root}/repos/${name}` };
  // GitLab's REST API leaves out what somebody may do as a member of a group that the project is shared with.
  const query = 'query ($path: ID!) { project(fullPath: $path) { userPermissions { pushCode } } }';
  return { url: graphqlUrl(origin), method: 'POST', body: JSON.stringify({ query, variables: { path: name } }) };
}

/** URLs of pages of the git host for people. */
export interface GitPages {
  /** The list of recent commits. */
  history: string;
  /** The host's own editor, before the path of a file below the content directory. */
  edit: string;
}

export function gitPagesOf({ kind, origin, name, branch }: EditorRepository): GitPages {
  const [history, edit] = {
    github: ['commits', 'edit'],
    gitlab: ['-/commits', '-/edit'],
    gitea: ['commits/branch', '_edit'],
  }[kind];
  return {
    history: `${origin}/${name}/${history}/${branch}`,
    edit: `${origin}/${name}/${edit}/${branch}/${contentFolder}/`,
  };
}
