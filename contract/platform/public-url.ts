/**
 * The built files contain this instead of the instance's own address (canonical links, social cards, sitemap), which the build
 * does not know. The server replaces it with `PUBLIC_URL` when it reads the files.
 */
export const PUBLIC_URL_PLACEHOLDER = 'https://public-url.invalid'
