/**
 * Stands in the built files wherever the instance's own address belongs (canonical links, social cards, sitemap): the
 * build does not know it. The server puts `PUBLIC_URL` in its place when it reads the files.
 */
export const PUBLIC_URL_PLACEHOLDER = 'https://public-url.invalid'
