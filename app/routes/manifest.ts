import type { RouteContext } from '../server/context.ts';
import { lightColours } from '../shared/palette.ts';
import { textResponse } from './text-response.ts';

/** `/site.webmanifest`: name, colours and icons for a home screen (W3C Web Application Manifest). */
export function webManifest({ env }: RouteContext): Response {
  const { content } = env;
  const icons = [...content.media.keys()].flatMap((src) => {
    const match = /^\/media\/icons\/icon-(maskable-)?(\d+)\./u.exec(src);
    return match
      ? [{ src, sizes: `${match[2]}x${match[2]}`, type: 'image/png', purpose: match[1] ? 'maskable' : 'any' }]
      : [];
  });
  const manifest = {
    name: content.site.name,
    short_name: content.site.name,
    description: content.site.description,
    start_url: '/',
    display: 'browser',
    background_color: lightColours.paper,
    theme_color: lightColours.paper,
    icons,
  };
  return textResponse(JSON.stringify(manifest), 'application/manifest+json');
}
