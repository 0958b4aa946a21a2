import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PUBLIC_URL_PLACEHOLDER } from '../../../contract/platform/public-url.ts'
import { servePages } from './pages.ts'
import { inlineScriptHashes, type PageSources } from './security.ts'

const folder = mkdtempSync(join(tmpdir(), 'taimako-pages-'))
const misses: string[] = []
const HCAPTCHA = ['https://hcaptcha.com', 'https://*.hcaptcha.com']
let app: Hono

function write(name: string, content: string | Buffer) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
}

const SCRIPT = 'console.log(1);'.repeat(20)

/** Long enough to be worth compressing. */
const FIGURES_REST = `<script>show()</script>${'<p>row</p>'.repeat(200)}`

beforeAll(() => {
  write('index.html', '<html><script>start()</script><script src="/assets/app.js"></script></html>')
  write('donate/index.html', '<html><script type="module">give()</script></html>')
  write('404/index.html', '<html>not found</html>')
  write('receipts/-/index.html', '<html>a receipt</html>')
  write('assets/app-1a2b.js', SCRIPT)
  write('assets/app-1a2b.js.br', brotliCompressSync(SCRIPT))
  write('assets/pdf.worker.min-3c4d.mjs', 'read()')
  write('favicon.svg', '<svg/>')
  write('about/index.html', `<link rel="canonical" href="${PUBLIC_URL_PLACEHOLDER}/about">`)
  write('about/index.html.br', 'a copy that the build left behind')
  write('figures/index.html', `<p>(figure given)</p>${FIGURES_REST}`)
  write('robots.txt', `Sitemap: ${PUBLIC_URL_PLACEHOLDER}/sitemap.xml`)
  app = serve({ mode: 'live', captcha: undefined })
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  misses.length = 0
})

function serve(sources: PageSources): Hono {
  return new Hono().all('*', pagesOf(sources).handler)
}

function pagesOf(sources: PageSources, extra: Record<string, string> = {}) {
  return servePages({
    folder,
    sources,
    filled: { [PUBLIC_URL_PLACEHOLDER]: 'https://aid.example' },
    missing: '/404',
    published: async () => ({ extra }),
    templates: [],
    dynamic: [
      {
        pattern: /^\/receipts\/[^/]+$/,
        page: '/receipts/-',
        headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
      },
    ],
    live: [{ address: '/figures', read: async () => ({ '(figure given)': '<3 & counting' }) }],
    onMiss: (path) => misses.push(path),
  })
}

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })

test('a live page has the figures of its moment, escaped, and its scripts', async () => {
  const plain = await get('/figures')
  expect(await plain.text()).toBe(`<p>&lt;3 &amp; counting</p>${FIGURES_REST}`)
  expect(plain.headers.get('etag')).toBeNull()
  expect(plain.headers.get('cache-control')).toBe('no-cache')
  expect(plain.headers.get('content-security-policy')).toContain(inlineScriptHashes('<script>show()</script>')[0])
  const compressed = await get('/figures', { 'accept-encoding': 'gzip, br' })
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await compressed.arrayBuffer()).toString()).toBe(await (await get('/figures')).text())
})

test('no page of a preview is kept, also one with figures', async () => {
  const preview = new Hono().all(
    '*',
    pagesOf({ mode: 'live', captcha: undefined }, { 'Cache-Control': 'no-store' }).handler,
  )
  for (const path of ['/', '/figures', '/receipts/a-code', '/favicon.svg', '/not/there'])
    expect([path, (await preview.request(path)).headers.get('cache-control')]).toEqual([path, 'no-store'])
})

describe('a page', () => {
  test('is revalidated each time, and a policy names its own inline scripts and no others', async () => {
    const page = await get('/donate')
    expect(await page.text()).toContain('give()')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const policy = page.headers.get('content-security-policy') ?? ''
    const [hash = 'none'] = inlineScriptHashes('<script>give()</script>')
    expect(policy).toContain(`script-src 'self' ${hash};`)
    expect(policy).toMatch(/style-src 'self' 'sha256-[^']+';/)
    expect(policy).toContain('frame-src https://checkout.paystack.com;')
    expect(policy).not.toContain('unsafe')
  })

  test.each([
    [undefined, [], []],
    ['turnstile', ['https://challenges.cloudflare.com'], []],
    ['hcaptcha', HCAPTCHA, HCAPTCHA],
  ] as const)('loads nothing of a captcha but what its provider needs: %s', async (captcha, framed, styled) => {
    const { headers } = await serve({ mode: 'sandbox', captcha }).request('/about')
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split('; ').map((line) => {
        const [name = '', ...sources] = line.split(' ')
        return [name, sources]
      }),
    )
    expect(policy.get('script-src')).toEqual(["'self'", ...framed])
    expect(policy.get('frame-src')).toEqual(["'self'", ...framed])
    expect(policy.get('style-src')).toEqual(["'self'", ...styled])
    expect(policy.get('connect-src')).toEqual(["'self'", ...styled])
  })

  test('that did not change is a 304 without a body', async () => {
    const etag = (await get('/')).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    const again = await get('/', { 'if-none-match': `W/${etag}, "other"` })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('has one address', async () => {
    const moved = await get('/donate/')
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/donate'])
  })

  test('that does not exist is a 404 that shows the app, and is reported', async () => {
    const missing = await get('/nowhere')
    expect(missing.status).toBe(404)
    expect(await missing.text()).toContain('not found')
    expect(misses).toEqual(['/nowhere'])
  })

  test.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/assets/../../package.json',
    '/donate/index.html.br',
  ])('outside the build is not found: %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test('of a receipt is not cached, and sends no referrer', async () => {
    const receipt = await get(`/receipts/${'0'.repeat(26)}`)
    expect(receipt.status).toBe(200)
    expect(receipt.headers.get('cache-control')).toBe('no-store')
    expect(receipt.headers.get('referrer-policy')).toBe('no-referrer')
    expect(misses).toEqual([])
  })

  test.each(['POST', 'PUT', 'DELETE'])('does not answer %s', async (method) => {
    expect((await app.request('/', { method })).status).toBe(405)
  })
})

test('an address that leads out of the folder, plainly or encoded, finds nothing', async () => {
  writeFileSync(join(folder, '../taimako-outside.txt'), 'outside')
  const climbing = ['..', '%2e%2e', '..%2f..', '%2e%2e%2f', '..%5c..', '....//', '%c0%ae%c0%ae', '..%00']
  for (const way of climbing) {
    for (const from of ['', '/assets', '/receipts']) {
      const answer = await get(`${from}/${way}/taimako-outside.txt`)
      expect([way, from, answer.status]).toEqual([way, from, 404])
      expect(await answer.text()).not.toContain('outside')
    }
  }
  for (const path of [
    '/index.html%00.js',
    '/assets/app-1a2b.js%00',
    '/assets/',
    '/assets',
    '/.git/config',
    '/%',
    '/%ff',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404])
  rmSync(join(folder, '../taimako-outside.txt'))
})

test('a later build does not change what is served, once the pages are read', async () => {
  write('about-us/index.html', '<p>first</p>')
  write('assets/old-1a2b.js', 'first()')
  const { handler, readAhead } = pagesOf({ mode: 'live', captcha: undefined })
  const running = new Hono().all('*', handler)
  await readAhead()
  write('about-us/index.html', '<p>second</p>')
  rmSync(join(folder, 'assets/old-1a2b.js'))
  expect(await (await running.request('/about-us')).text()).toBe('<p>first</p>')
  expect(await (await running.request('/assets/old-1a2b.js')).text()).toBe('first()')
})

describe('the address of the instance replaces its placeholder', () => {
  const canonical = '<link rel="canonical" href="https://aid.example/about">'

  test('in a page, in every compression, with an ETag of the final text', async () => {
    const plain = await get('/about')
    expect(await plain.text()).toBe(canonical)
    const [identityTag = ''] = [plain.headers.get('etag')?.slice(0, -1)]
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const page = await get('/about', { 'accept-encoding': encoding })
      expect(page.headers.get('content-encoding')).toBe(encoding)
      expect(page.headers.get('etag')).toBe(`${identityTag}-${encoding}"`)
      expect(decompress(await page.arrayBuffer()).toString()).toBe(canonical)
    }
  })

  test('in robots.txt', async () => {
    expect(await (await get('/robots.txt')).text()).toBe('Sitemap: https://aid.example/sitemap.xml')
  })
})

describe('a hashed asset', () => {
  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', null, (bytes: Buffer) => bytes],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['br; q=0.000, gzip;q=0', null, (bytes: Buffer) => bytes],
    ['gzip;q=0.5, br;q=0.05', 'br', brotliDecompressSync],
  ] as const)('is cached for a year, in an encoding the browser accepts: %s', async (accepted, encoding, read) => {
    const asset = await get('/assets/app-1a2b.js', { 'accept-encoding': accepted })
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-encoding')).toBe(encoding)
    expect(asset.headers.get('vary')).toBe('Accept-Encoding')
    expect(read(Buffer.from(await asset.arrayBuffer())).toString()).toBe(SCRIPT)
  })

  test('that reads PDFs may compile WebAssembly decoders, and loads nothing', async () => {
    const reader = await get('/assets/pdf.worker.min-3c4d.mjs')
    expect(reader.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(reader.headers.get('content-security-policy')).toBe("default-src 'none'; script-src 'wasm-unsafe-eval'")
    expect((await get('/assets/app-1a2b.js')).headers.get('content-security-policy')).toBeNull()
  })

  test('that is gone is a plain 404, and no missing page', async () => {
    const gone = await get('/assets/app-0000.js')
    expect([gone.status, await gone.text()]).toEqual([404, 'Not found'])
    expect(gone.headers.get('cache-control')).toBe('no-store')
    expect(misses).toEqual([])
  })
})
