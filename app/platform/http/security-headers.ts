import type { MiddlewareHandler } from 'hono';
import type { EdgeEnv } from './edge-env.ts';

/** The headers of every response (Contract, On the wire). */
export interface SecurityHeaders {
  /** Those of a response that is not a page, for responses written outside the application: the parser's own, refusals. */
  readonly bare: Readonly<Record<string, string>>;
  /** Adds what is missing. A policy that is already there is the page's own, made of its hashes, and stays. */
  complete(headers: Headers): void;
}

/**
 * The policy of whatever is not a page: nothing may load or run, and nobody may frame it. `default-src` does not
 * cover the last three.
 */
const barePolicy = [
  "default-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** One year. Subdomains are left out: they are the company's to decide, not this site's. */
const strictTransportSecurity = 'max-age=31536000';

/** Features of the browser that the site never uses, so that nothing on a page can ask for them. */
const permissionsPolicy = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** @param siteUrl the public origin; HSTS is sent exactly when it is https */
export function createSecurityHeaders(siteUrl: string): SecurityHeaders {
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(siteUrl.startsWith('https:') ? { 'strict-transport-security': strictTransportSecurity } : {}),
  };
  const alwaysEntries = Object.entries(always);
  return {
    bare: { 'content-security-policy': barePolicy, ...always },
    complete(headers) {
      if (!headers.has('content-security-policy')) headers.set('content-security-policy', barePolicy);
      for (const [name, value] of alwaysEntries) headers.set(name, value);
      if (headers.get('content-type')?.startsWith('text/html')) {
        if (!headers.has('cross-origin-opener-policy')) headers.set('cross-origin-opener-policy', 'same-origin');
        headers.set('permissions-policy', permissionsPolicy);
      }
    },
  };
}

/** Sets the security headers on every response of the application. Registered before everything that responds. */
export function securityHeaders(policy: SecurityHeaders): MiddlewareHandler<EdgeEnv> {
  return async (context, next) => {
    await next();
    if (context.get('isComplete')) return;
    try {
      policy.complete(context.res.headers);
    } catch (error) {
      // The headers of `Response.redirect()` and of a response from `fetch()` are immutable, those of a copy are not.
      if (!(error instanceof TypeError)) throw error;
      const copy = new Response(context.res.body, context.res);
      policy.complete(copy.headers);
      context.res = copy;
    }
  };
}
