/**
 * Pages hold no script and no style but the linked sheet, so the policy allows none. JSON-LD is a data block,
 * which script-src does not govern (HTML, "prepare the script element", step 8).
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Puts the site's protections on an answer; what a route has set itself stays. */
export function secure(target: Headers, options: { readonly isHttps: boolean; readonly hasPolicy: boolean }): void {
  for (const [name, value] of Object.entries(headers)) if (!target.has(name)) target.set(name, value);
  if (options.hasPolicy && !target.has('Content-Security-Policy')) target.set('Content-Security-Policy', contentSecurityPolicy);
  if (options.isHttps) target.set('Strict-Transport-Security', 'max-age=31536000');
}
