/** How a telephone shows the site once it is on the home screen. */
import { LANGUAGE } from '../contract/platform/languages.ts'
import { aidStart } from '#words/aid/start.ts'
import { site } from './words/site.ts'

export const manifest = JSON.stringify({
  name: site.name,
  short_name: site.short_name,
  description: site.line,
  lang: LANGUAGE,
  id: '/',
  start_url: '/',
  scope: '/',
  // With Back and the address, which many need, and which show whose site it is.
  display: 'minimal-ui',
  background_color: '#fbf8f2',
  theme_color: site.look.main,
  shortcuts: [{ name: aidStart.title, url: '/aid' }],
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
})
