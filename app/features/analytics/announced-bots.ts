/** Names of programs in `User-Agent` that browsers of people do not contain. Cubot makes telephones. */
const botWords =
  /(?<!cu)bot(?![a-z])|crawl|spider|slurp|archiver|facebookexternalhit|lighthouse|pagespeed|preview|monitor|pingdom|uptime|curl\/|wget|python|\bjava\/|okhttp|node-fetch|axios|go-http-client/iu;

/** Whether a user agent names a program; browsers never omit it. */
export const isAnnouncedBot = (userAgent: string | null): boolean => !userAgent || botWords.test(userAgent);
