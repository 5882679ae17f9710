import { z } from 'zod';
import { day, line, phrase } from '../../platform/content/fields.ts';

/** Front matter of a legal page. Each `##` heading of its body begins a part with its own side tab. */
export const legalSchema = z.strictObject({
  title: line(60),
  description: phrase(170).meta({ description: 'For search engines and shared links.' }),
  keywords: z.array(line(40)).min(1).meta({ description: 'For search engines.' }),
  last_updated: day(),
});

export interface LegalPage extends z.infer<typeof legalSchema> {
  address: string;
  parts: { id: string; title: string; html: string }[];
}
