/** Words by which programs name themselves in `User-Agent`; people's browsers hold none of them. Cubot makes telephones. */
const botWords =
  /(?<!cu)bot(?![a-z])|crawl|spider|slurp|archiver|facebookexternalhit|lighthouse|pagespeed|preview|monitor|pingdom|uptime|curl\/|wget|python|\bjava\/|okhttp|node-fetch|axios|go-http-client/iu;

/** Whether a program says that it is one; one that says nothing at all is no browser either. */
export const isAnnouncedBot = (userAgent: string | null): boolean => !userAgent || botWords.test(userAgent);
