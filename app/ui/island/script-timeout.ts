/** How long a script may take to arrive before the page does without it, ms. */
export const scriptTimeoutMs = 5000;
