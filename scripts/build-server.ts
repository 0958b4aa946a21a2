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

removeOldFiles()
await build({
  root: ROOT,
  configFile: false,
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
