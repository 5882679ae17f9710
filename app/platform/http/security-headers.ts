import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from './http-env.ts';

/** The Content-Security-Policy of responses that are not pages: nothing loads, runs or frames them. `default-src` does not cover the last three. */
const barePolicy = [
  "default-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** One year. Without `includeSubDomains`: that is the company's decision, not this site's. */
const strictTransportSecurity = 'max-age=31536000';

/** Disables browser features that the site never uses, so that nothing on a page can request them. */
const permissionsPolicy = [
  'accelerometer',
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

export type SecurityHeaders = ReturnType<typeof createSecurityHeaders>;

/** Creates the headers of every response (Contract, On the wire). @param siteUrl HSTS is sent if and only if it is https */
export function createSecurityHeaders(siteUrl: string) {
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(siteUrl.startsWith('https:') ? { 'strict-transport-security': strictTransportSecurity } : {}),
  };
  const alwaysEntries = Object.entries(always);
  return {
    /** Headers of a response that is not a page, for responses written outside the application: parser errors, refusals. */
    bare: { 'content-security-policy': barePolicy, ...always },
    /** Adds the missing headers. Does not replace an existing Content-Security-Policy, which a page builds from its own hashes. */
    complete(headers: Headers): void {
      if (!headers.has('content-security-policy')) headers.set('content-security-policy', barePolicy);
      for (const [name, value] of alwaysEntries) headers.set(name, value);
      if (headers.get('content-type')?.startsWith('text/html')) {
        if (!headers.has('cross-origin-opener-policy')) headers.set('cross-origin-opener-policy', 'same-origin');
        headers.set('permissions-policy', permissionsPolicy);
      }
    },
  };
}

/** Sets the security headers on every response of the application. Register it before every other handler. */
export function securityHeaders(policy: SecurityHeaders): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    await next();
    if (!context.get('isComplete')) policy.complete(context.res.headers);
  };
}
