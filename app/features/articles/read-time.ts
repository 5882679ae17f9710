/** Words of technical prose that a practised adult reads per minute. */
const wordsPerMinute = 220;

/** Returns the reading time in whole minutes, at least 1 (Specification 2, Insights: "N minute read"). */
export function readTimeOf(text: string): number {
  const words = text.split(/\s+/u).filter(Boolean).length;
  return Math.max(1, Math.round(words / wordsPerMinute));
}
