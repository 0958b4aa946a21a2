/** The headers, the style sheet and the frame of the sandbox's pages without script. */
import { Hono } from 'hono'
import { html } from 'hono/html'
import { readPlainStyleSheet } from './style-sheet.ts'

const CSP =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** @param name of the folder and its style sheet */
export function plainPages(name: string): Hono {
  const style = readPlainStyleSheet(name)
  const routes = new Hono()
  routes.use(async (c, next) => {
    c.header('Content-Security-Policy', CSP)
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    await next()
  })
  return routes.get(`/assets/${name}.css`, (c) => c.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }))
}

interface Frame {
  readonly title: string
  readonly banner: string
  /** The address of the style sheet. */
  readonly style: string
}

export const plainPage = ({ title, banner, style }: Frame, content: ReturnType<typeof html>) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${style}" />
      </head>
      <body>
        <header class="banner">${banner}</header>
        <main>${content}</main>
      </body>
    </html>`

export const moment = new Intl.DateTimeFormat('en-NG', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})
