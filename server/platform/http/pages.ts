/**
 * Serves the built pages and assets from memory, with ETags, the Brotli copies from the build, and for each page a policy with
 * the hashes of its inline scripts. Each file is read once: when it is asked for, or soon after the start, so that a later build
 * does not change what a running server serves. The instance's address and mode, which the build does not know, are inserted here.
 * A file with a Brotli copy is held as that copy alone, a fifth of the memory: few readers ask for another form.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import type { Context, Handler } from 'hono'
import { sha256 } from '../crypto.ts'
import type { SiteFiles } from '../rendering/render-site.ts'
import { STORY_PICTURES } from '../rendering/stories.ts'
import { fillIn, fillInEscaped, type Filled } from './page-template.ts'
import { sendText } from './send-text.ts'
import {
  inlineScriptHashes,
  inlineStyleHashes,
  pagePolicy,
  pdfReaderPolicy,
  serviceWorkerPolicy,
  type PageSources,
} from './security.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
}

/** As the package of pdf.js calls it, behind which the build writes a hash. */
const PDF_READER = /^\/assets\/pdf\.worker\.min-[^/]+\.mjs$/

/** A worker that a cache kept would keep old pages with it. */
const SERVICE_WORKER = '/service-worker.js'

type Bytes = Uint8Array<ArrayBuffer>

interface Bodies {
  readonly identity: () => Bytes
  readonly br: () => Bytes | undefined
  readonly gzip: () => Bytes | undefined
  /** The form that is held, whose hash is the tag. */
  readonly held: Bytes
}

export interface File {
  bodies: Bodies
  etag: string
  headers: Readonly<Record<string, string>>
}

export interface PagesOptions {
  folder: string
  sources: PageSources
  /** Values that replace the placeholders of text files. */
  filled: Filled
  /** The page for everything that is not there. */
  missing: string
  /** Pages that other routes fill in and send (page-template.ts). They cannot be opened by their address. */
  templates: readonly string[]
  /** Addresses with a part that only the browser knows how to fill: each is served with a page that was built for it. */
  dynamic: readonly { pattern: RegExp; page: string; headers: Readonly<Record<string, string>> }[]
  /** Pages that say what is true now without JavaScript: `read` gives the text for each of their placeholders. */
  live: readonly { address: string; read: () => Promise<Filled> }[]
  /** Pages that the organisation published, which stand before those of the build, with their headers. */
  published: (c: Context) => Promise<Published>
  onMiss: (path: string, requestId: unknown) => void
}

/** The files of a publication by address, each made at the first call. */
export type PublishedFiles = ReadonlyMap<string, () => File>

export interface Published {
  readonly files?: PublishedFiles
  readonly extra?: Readonly<Record<string, string>>
  /** Leads elsewhere in place of a page. */
  readonly redirect?: Response
}

export interface ServedPages {
  /** For everything that is not the API. */
  readonly handler: Handler
  /** Reads every file that was not asked for yet, each in a turn of its own. */
  readonly readAhead: () => Promise<void>
}

/** @throws when the folder was not built */
export function servePages(options: PagesOptions): ServedPages {
  const { folder, sources, filled, missing, templates, dynamic, live, onMiss } = options
  const built = listBuild(folder, sources, filled)
  const livePages = new Map(live.map(({ address, read }) => [address, read]))
  // These stand only where they belong, not at the address that they were built under.
  const reserved = new Set([missing, ...templates, ...dynamic.map(({ page }) => page), ...livePages.keys()])
  for (const address of reserved)
    if (!built.has(address)) throw new Error(`servePages: ${folder} holds no page for ${address}`)
  const handler: Handler = async (c) => {
    const { files, extra, redirect } = await options.published(c)
    if (redirect) return redirect
    const find = (address: string) => files?.get(address) ?? built.get(address)
    const take = (address: string) => {
      const file = find(address)
      if (!file) throw new Error(`servePages: no page for ${address}`)
      return file()
    }
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
      return c.text('Method not allowed', 405, { Allow: 'GET, HEAD' })
    const { path } = c.req
    const file = reserved.has(path) ? undefined : find(path)
    if (file) return send(c, file(), extra)
    const bare = path.slice(0, -1)
    if (bare !== '' && path.endsWith('/') && !reserved.has(bare) && find(bare)) return c.redirect(bare, 308)
    const read = livePages.get(path)
    if (read) return sendFilled(c, take(path), await read(), extra)
    const known = dynamic.find(({ pattern }) => pattern.test(path))
    if (known) return send(c, take(known.page), { ...known.headers, ...extra })
    // Keeps it out of caches in front: another server, which is replaced already, may have the file.
    if (path.startsWith('/assets/')) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
    onMiss(path, c.get('requestId'))
    return send(c, take(missing), extra, 404)
  }
  const readAhead = async () => {
    for (const file of built.values()) {
      file()
      await turn()
    }
  }
  return { handler, readAhead }
}

/** @returns for each address its file, which is read at the first call */
function listBuild(folder: string, sources: PageSources, filled: Filled): Map<string, () => File> {
  const files = new Map<string, () => File>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const extension = extname(entry.name)
    if (extension === '.br' || !entry.isFile()) continue
    const address = `/${relative(folder, path).split(sep).join('/')}`
    const file = once(() => fileOf({ address, extension, sources, filled }, (used) => readBodies(path, used)))
    files.set(address.endsWith('/index.html') ? address.slice(0, -'/index.html'.length) || '/' : address, file)
  }
  return files
}

/** @param files by address, as text or bytes */
export function listPublished(files: SiteFiles, sources: PageSources, filled: Filled): PublishedFiles {
  return new Map(
    Object.entries(files).map(([address, content]) => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64')
      const extension = extname(address) || '.html'
      return [address, once(() => fileOf({ address, extension, sources, filled }, (used) => bodiesOf(bytes, used)))]
    }),
  )
}

interface FileFacts {
  address: string
  extension: string
  sources: PageSources
  filled: Filled
}

function fileOf({ address, extension, sources, filled }: FileFacts, read: (used: Filled) => Bodies): File {
  const page = extension === '.html'
  const bodies = read(page || extension === '.xml' || extension === '.txt' ? filled : {})
  return {
    bodies,
    etag: sha256(bodies.held).toString('base64url').slice(0, 22),
    headers: {
      'Content-Type': TYPES[extension] ?? 'application/octet-stream',
      'Cache-Control': address.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : page || address === SERVICE_WORKER || ['/texts/', STORY_PICTURES].some((each) => address.startsWith(each))
          ? 'no-cache'
          : 'public, max-age=3600',
      Vary: 'Accept-Encoding',
      ...(address === SERVICE_WORKER && { 'Content-Security-Policy': serviceWorkerPolicy() }),
      ...(PDF_READER.test(address) && { 'Content-Security-Policy': pdfReaderPolicy() }),
      ...(page && {
        'Content-Security-Policy': policyOf(sources, new TextDecoder().decode(bodies.identity())),
      }),
    },
  }
}

/** The policy of a page: what it runs and how it is styled, by hashes. */
function policyOf(sources: PageSources, html: string): string {
  return pagePolicy(sources, inlineScriptHashes(html), [], inlineStyleHashes(html))
}

/** @param filled what to write in place of each placeholder; a file without one is served as it was built */
function readBodies(path: string, filled: Filled): Bodies {
  const built = once(() => readFileSync(path))
  if (Object.keys(filled).some((placeholder) => built().includes(placeholder))) return bodiesOf(built(), filled)
  const copy = `${path}.br`
  if (statSync(copy, { throwIfNoEntry: false })) return bodiesOfCopy(new Uint8Array(readFileSync(copy)))
  const identity = new Uint8Array(built())
  return { identity: () => identity, br: () => undefined, gzip: () => undefined, held: identity }
}

/** @param br a copy of the build, from which the other forms are made when they are asked for */
function bodiesOfCopy(br: Bytes): Bodies {
  const identity = () => new Uint8Array(brotliDecompressSync(br))
  return { identity, br: () => br, gzip: once(() => new Uint8Array(gzipSync(identity(), { level: 9 }))), held: br }
}

/** A body that was not compressed by the build. */
function bodiesOf(content: Buffer, filled: Filled): Bodies {
  const isText = Object.keys(filled).length > 0
  const identity = isText ? new TextEncoder().encode(fillIn(content.toString('utf8'), filled)) : new Uint8Array(content)
  return {
    identity: () => identity,
    held: identity,
    // Quality 5 takes 4 ms at the first request, and costs a page a few hundred bytes beside the build's 11.
    br: once(() => new Uint8Array(brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))),
    gzip: once(() => new Uint8Array(gzipSync(identity, { level: 9 }))),
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** The figures change from one request to the next, so there is no ETag. */
function sendFilled(c: Context, { bodies, headers }: File, values: Filled, extra: Published['extra']): Response {
  const text = fillInEscaped(new TextDecoder().decode(bodies.identity()), values)
  return sendText(c, text, 200, { ...headers, ...extra })
}

function send(c: Context, file: File, extra: Readonly<Record<string, string>> = {}, status: 200 | 404 = 200): Response {
  // A weight of nought refuses it.
  const accepted = (c.req.header('accept-encoding') ?? '')
    .toLowerCase()
    .replaceAll(/[^,]*;\s*q=0(?:\.0*)?\s*(?=,|$)/g, '')
  const { identity, br, gzip } = file.bodies
  const encoding = /\bbr\b/.test(accepted) && br() ? 'br' : /\bgzip\b/.test(accepted) && gzip() ? 'gzip' : 'identity'
  // The bytes differ by encoding, so a strong tag has to differ as well.
  const etag = `"${file.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const headers = { ...file.headers, ETag: etag, ...extra }
  const same = (c.req.header('if-none-match') ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  if (same && status === 200) return c.body(null, 304, headers)
  const body = encoding === 'br' ? br() : encoding === 'gzip' ? gzip() : undefined
  return c.body(body ?? identity(), status, {
    ...headers,
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
  })
}
