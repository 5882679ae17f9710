import { hashSources, isBuilt } from '../../commands/build-stamp.mjs';

/**
 * Refuses to test a build that is older than the sources. A global set-up of every runner whose tests use the build.
 * @throws with the command that makes the build current
 */
export default function requireCurrentBuild() {
  if (!isBuilt(hashSources()))
    throw new Error('build/ was not made of the present sources: run `npm run build` before these tests.');
}
