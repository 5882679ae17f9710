import { Hono } from 'hono';
import { z } from 'zod';

/** Issues a preview link to a file of the repository; undefined where it is not an article or a page on disk. */
export type IssuePreviewLink = (file: string) => Promise<string | undefined>;

const requestSchema = z.object({ path: z.string() });

/** The endpoint of the editor's button that makes a link by which others see an entry before it is published. */
export function previewLinkRoutes(issue: IssuePreviewLink | undefined): Hono {
  return new Hono()
    .post('/', async (context) => {
      const { path } = requestSchema.parse(await context.req.json());
      if (!issue)
        return context.json(
          {
            message:
              'Links are for the site that others see: start the editor with its SITE_URL, and with the DATABASE_URL or DATA_DIR that it runs with.',
          },
          409,
        );
      const url = await issue(path);
      if (url === undefined)
        return context.json({ message: 'Articles and pages have links once they are saved.' }, 404);
      return context.json({ url });
    })
    .onError((error, context) => {
      if (error instanceof z.ZodError || error instanceof SyntaxError)
        return context.json({ message: `The request cannot be read: ${error.message}` }, 400);
      console.error(error);
      return context.json({ message: `The link cannot be made: ${error.message}` }, 500);
    });
}
