/** How the pages are built. `scripts/build.ts` runs it; `npm run dev` serves the same with hot reload. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { site } from './web/content/site.ts'

/** The folder that `#words/` means in this build. Types, tests and editors know the base language, by package.json. */
const WORDS = join(import.meta.dirname, 'web/words', site.language)
if (!existsSync(WORDS))
  throw new Error(`web/content/site.ts names the language ${site.language}, and ${WORDS} is not there`)

export default defineConfig({
  publicDir: 'web/public',
  resolve: { alias: [{ find: /^#words/, replacement: WORDS }] },
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // The policy of the pages allows fonts from our own address only, and a drawing inside the JavaScript would weigh on it.
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A file for each small part that two pages share would be a request each, and a slow line pays by the request.
            codeSplitting: {
              groups: [
                { name: 'react', test: /\/node_modules\/(?:react|react-dom|react-router|scheduler)\// },
                { name: 'shared', test: /\/(?:web|contract)\//, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
  },
})
