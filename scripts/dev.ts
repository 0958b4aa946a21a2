/**
 * `npm run dev`: Vite with hot reload on PORT (default 5173), and the server behind it, restarted when its files change. Vite
 * serves the pages and forwards everything else, so there is one address to open.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import react from '@vitejs/plugin-react'
import { createServer as createPageServer, type Connect, type ViteDevServer } from 'vite'
import { Renderer } from './renderer.ts'
import { api } from '../contract/api.ts'
import { AUTH_PATH } from '../contract/people/auth.ts'
import { STORAGE_PATH } from '../contract/aid/document-limits.ts'
import { shownTexts } from '../server/platform/rendering/shown-texts.ts'
import { OUR_FUNDS } from '../contract/money/funds.ts'
import { ourOrganisation } from '../contract/platform/our-organisation.ts'
import { siteOf } from '../contract/platform/our-site.ts'
import { readEnv } from '../server/platform/env/env.ts'
import { StartError } from '../server/platform/errors.ts'

const DEFAULT_PORT = 5173
/** Paths that Vite forwards: every declared endpoint that a page may call, the two protocols, and the sandbox's checkout. */
const SERVER_PATHS = [...new Set(declaredPaths()), AUTH_PATH, STORAGE_PATH, '/sandbox']

/** The first segment of each declared path, such as `/api`. Endpoints for the operator are never forwarded. */
function declaredPaths(): string[] {
  return Object.entries(api)
    .filter(([, { guard }]) => guard !== 'operator')
    .map(([key]) => key.replace(/^\w+ (\/[^/]+).*$/, '$1'))
}

async function main(): Promise<void> {
  const env = readEnv()
  const port = process.env['PORT'] ? env.port : DEFAULT_PORT
  const serverPort = await freePort()
  const target = `http://127.0.0.1:${serverPort}`
  const pages = await createPageServer({
    appType: 'custom',
    plugins: [react()],
    server: {
      host: env.host,
      port,
      strictPort: true,
      proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target }])),
    },
  })
  globalThis.taimakoSite = siteOf(ourOrganisation, shownTexts(ourOrganisation, new Map()), { funds: OUR_FUNDS })
  pages.middlewares.use(renderPages(pages))
  await pages.listen().catch((error: unknown) => {
    throw new StartError(error instanceof Error ? error.message : String(error))
  })
  const address = pages.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? `http://${env.host}:${port}`

  const server = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning', 'server/main.ts'],
    // Links, and the address that the server prints, are the one to open.
    { stdio: 'inherit', env: { PUBLIC_URL: address, ...process.env, HOST: '127.0.0.1', PORT: String(serverPort) } },
  )
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const stop = () => {
    server.kill('SIGTERM')
    void stopAll(pages, ended)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
  void ended.then(stop)
}

/** Renders each page anew, as the build does. */
function renderPages(pages: ViteDevServer): Connect.NextHandleFunction {
  const render = async (address: string) => {
    const { renderPage } = Renderer.parse(await pages.ssrLoadModule('/web/entry.server.tsx'))
    const html = await renderPage(new URL(address, 'http://dev').pathname, '/web/entry.client.tsx')
    // React finds its own elements where they are first, so Vite's scripts follow them.
    const scripts = (await pages.transformIndexHtml(address, '<head></head>')).replaceAll(/<\/?head>/g, '')
    return html.replace('</head>', `${scripts}</head>`).replace(' async=""', '')
  }
  const respond = async (address: string, response: ServerResponse) => {
    response.setHeader('Content-Type', 'text/html')
    try {
      response.end(await render(address))
    } catch (fault) {
      response
        .writeHead(500, { 'Content-Type': 'text/plain' })
        .end(fault instanceof Error ? fault.stack : String(fault))
    }
  }
  return ({ headers, originalUrl = '/' }, response, next) => {
    if (headers.accept?.includes('text/html') === true) void respond(originalUrl, response)
    else next()
  }
}

/** A port that nothing uses now. */
async function freePort(): Promise<number> {
  const probe = createSocketServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}

async function stopAll(pages: ViteDevServer, ended: Promise<unknown>): Promise<void> {
  await Promise.all([pages.close(), ended])
  process.exit(0)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`\n${error.message}\n\n`)
  process.exit(1)
}
