/** The API reference at `/api/docs` (Swagger UI, self-hosted, loaded only there), and the list of all errors at `/problems`. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Hono, type Context } from 'hono'
import { html, raw } from 'hono/html'
import { errors, isErrorCode } from '../../../contract/platform/errors.ts'
import { sha256 } from '../crypto.ts'
import { AppError } from '../errors.ts'
import { referencePolicy } from '../http/security.ts'

const DOCS = '/api/docs'
const ASSETS: ReadonlyMap<string, string> = new Map([
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
])

/** Requests are not sent from here: they would change the instance. */
const START = `
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: [],
  validatorUrl: null,
})
`
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 42rem; padding: 1.5rem 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; }
dt { font-weight: bold; margin-top: 1rem; }
dd { margin: 0; }
`
/** Swagger UI sets no background, and its tables are wider than a small phone. */
const DOCS_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; background: Canvas; overflow-wrap: anywhere; }
@media (max-width: 640px) { .swagger-ui .wrapper { padding: 0 0.5rem; } .swagger-ui .opblock-body { overflow-x: auto; } }
`

export function referenceRoutes(): Hono {
  const routes = new Hono()
  routes.get(DOCS, (c) => page(c, DOCS, docsPage(), [START], [DOCS_STYLE]))
  for (const [name, type] of ASSETS) {
    const file = once(() => loadAsset(name))
    routes.get(`${DOCS}/${name}`, async (c) => sendAsset(c, await file(), type))
  }
  routes.get('/problems', (c) => page(c, '/problems', problemList(), [], [STYLE]))
  routes.get('/problems/:code', (c) => {
    const code = c.req.param('code')
    if (!isErrorCode(code)) throw new AppError('not_found')
    return c.redirect(`/problems#${code}`)
  })
  return routes
}

interface Asset {
  readonly plain: Uint8Array<ArrayBuffer>
  readonly zipped: Uint8Array<ArrayBuffer>
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => (loaded ??= load())
}

async function loadAsset(name: string): Promise<Asset> {
  const plain = await readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)))
  return { plain: new Uint8Array(plain), zipped: new Uint8Array(await promisify(gzip)(plain)) }
}

function sendAsset(c: Context, { plain, zipped }: Asset, type: string): Response {
  const zip = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  c.set('route', `${DOCS}/*`)
  c.header('Content-Type', type)
  c.header('Cache-Control', 'public, max-age=86400')
  c.header('Vary', 'Accept-Encoding')
  if (zip) c.header('Content-Encoding', 'gzip')
  return c.body(zip ? zipped : plain)
}

type Html = ReturnType<typeof html>

async function page(c: Context, route: string, content: Html, scripts: string[], styles: string[]): Promise<Response> {
  c.set('route', route)
  c.header('Cache-Control', 'no-cache')
  c.header('Content-Security-Policy', referencePolicy(scripts.map(sourceHash), styles.map(sourceHash)))
  return c.html(await content)
}

function sourceHash(text: string): string {
  return `'sha256-${sha256(text).toString('base64')}'`
}

function shell(title: string, style: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${style === DOCS_STYLE ? html`<link rel="stylesheet" href="${DOCS}/swagger-ui.css" />` : ''}
        ${element('style', style)}
      </head>
      <body>
        ${body}
      </body>
    </html>`
}

/** Without white space around the text: the policy names the hash of exactly this. */
function element(name: 'script' | 'style', text: string) {
  return raw(`<${name}>${text}</${name}>`)
}

function docsPage(): Html {
  return shell(
    'API reference',
    DOCS_STYLE,
    html`<main id="reference">
        <p>This reference needs JavaScript. The same as JSON: <a href="/api/openapi.json">/api/openapi.json</a></p>
      </main>
      <script src="${DOCS}/swagger-ui-bundle.js"></script>
      ${element('script', START)}`,
  )
}

function problemList(): Html {
  const codes = Object.keys(errors).filter(isErrorCode)
  return shell(
    'Errors of the API',
    STYLE,
    html`<h1>Errors</h1>
      <p>
        The code is in the field <code>code</code> of each error; its HTTP status follows it here.
        <a href="${DOCS}">API reference</a>
      </p>
      <dl>
        ${codes.map(
          (code) =>
            html`<dt id="${code}"><code>${code}</code>, ${errors[code].status}</dt>
              <dd>${errors[code].sentence}</dd>`,
        )}
      </dl>`,
  )
}
