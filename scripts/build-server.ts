/**
 * Builds the server that `npm start` runs into `build/node/`: our modules, and those of the packages that are ES modules, in a few
 * files. To find and read a thousand files takes a third of a start. Other packages stay in node_modules, and so do the workers.
 */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '..')
const OUTPUT = join(ROOT, 'build/node')
/** A running server loads some of its files when it first needs them, so those of the build before stay for its time. */
const KEPT_MILLISECONDS = 7 * 24 * 60 * 60_000

function removeOldFiles(): void {
  mkdirSync(OUTPUT, { recursive: true })
  for (const name of readdirSync(OUTPUT)) {
    const path = join(OUTPUT, name)
    if (Date.now() - statSync(path).mtimeMs > KEPT_MILLISECONDS) rmSync(path)
  }
}

/**
 * Writes letters outside ASCII as `\\u` and four digits: one of them makes V8 hold each letter of a file in two bytes for as long as
 * the server runs, which is 4 MB.
 */
function asAscii(code: string): string {
  if (/String\.raw`[^`]*[^\0-\x7F]/.test(code)) throw new Error('asAscii: String.raw takes no letter outside ASCII')
  return code.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

removeOldFiles()
await build({
  root: ROOT,
  configFile: false,
  plugins: [
    {
      name: 'ascii',
      // Later than `renderChunk`, after which strings are printed anew.
      generateBundle(_, bundle) {
        for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = asAscii(file.code)
      },
    },
  ],
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: ['drizzle-orm', 'zod', 'hono', '@hono/node-server', 'jose', 'uuid', 'marked'] },
  build: {
    ssr: true,
    outDir: OUTPUT,
    emptyOutDir: false,
    // Stacks name our functions, and `//#region` above the line names the file.
    minify: false,
    target: 'node24',
    rolldownOptions: {
      // `app` is everything but the start: the container image compiles it beforehand.
      input: { main: join(ROOT, 'server/serve.ts'), app: join(ROOT, 'server/app.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
