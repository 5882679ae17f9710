import { z } from 'zod';
import { devices, type PageReport } from './page-report.ts';

const path = z.string().startsWith('/').max(300);
/** Longer than any title of the site, those of a content host included. */
const title = z.string().min(1).max(1000);

/** At most ten minutes: in longer measurements the machine was asleep. */
const milliseconds = z.number().min(0).max(600_000).optional();

/** The body that `reportsPath` accepts. */
export const pageReportSchema: z.ZodType<PageReport> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('view'), path, title }),
  z.strictObject({
    kind: z.literal('vitals'),
    path,
    device: z.enum(devices),
    values: z.strictObject({
      LCP: milliseconds,
      INP: milliseconds,
      FCP: milliseconds,
      TTFB: milliseconds,
      CLS: z.number().min(0).max(1000).optional(),
    }),
  }),
]) as z.ZodType<PageReport>;
