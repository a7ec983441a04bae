/** Pages are written by the server and need no script; a page that does says so itself. */
export const csr = false;
export const ssr = true;
export const prerender = false;
