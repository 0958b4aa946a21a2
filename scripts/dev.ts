/**
 * `npm run dev`: the server, started anew when its files change, and Vite with hot reload in front of it. One address to
 * open: Vite serves the pages and hands on what is the server's.
 */
import { spawn } from 'node:child_process'
import { createServer, type ViteDevServer } from 'vite'
import { api } from '../contract/api.ts'
import { AUTH_PATH } from '../contract/auth.ts'
import { STORAGE_PATH } from '../contract/document-limits.ts'
import { readEnv } from '../server/env.ts'
import { StartError } from '../server/lib/errors.ts'

const PAGES_PORT = 5173
/** What Vite hands on: every declared endpoint that a page may call, the two protocols, and the sandbox's checkout. */
const SERVER_PATHS = [...new Set(declaredPaths()), AUTH_PATH, STORAGE_PATH, '/sandbox']

/** The first parts of the declared paths: `/api`, `/functions` … What is for the machine's operator only goes through no proxy. */
function declaredPaths(): string[] {
  return Object.entries(api)
    .filter(([, { guard }]) => guard !== 'operator')
    .map(([key]) => key.replace(/^\w+ (\/[^/]+).*$/, '$1'))
}

async function main(): Promise<void> {
  const env = readEnv()
  const pages = await createServer({
    server: {
      host: env.host,
      port: PAGES_PORT,
      strictPort: true,
      proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: env.selfUrl }])),
    },
  })
  await pages.listen().catch((error: unknown) => {
    throw new StartError(error instanceof Error ? error.message : String(error))
  })
  const address = pages.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? `http://${env.host}:${PAGES_PORT}`

  const server = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning', 'server/main.ts'],
    // The server calls itself by the address that people open: links, and what it prints.
    { stdio: 'inherit', env: { PUBLIC_URL: address, ...process.env } },
  )
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const stop = () => {
    server.kill('SIGTERM')
    void stopAll(pages, ended)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.once(signal, stop)
  void ended.then(stop)
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
