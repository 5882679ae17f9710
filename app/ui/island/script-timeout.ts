/** Time after which the page counts a script as missing, ms. */
export const scriptTimeoutMs = 5000;
