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

const OURS = /\/(?:web|contract)\//
const FRAME = /\/web\/root\.tsx$/
const HOME = /\/web\/pages\/home\.tsx$/
const CONTACT = /\/web\/pages\/contact\.tsx$/
const DONATE = /\/web\/pages\/donate\.tsx$/
const PAYING = /\/web\/features\/paying\//
const PAPERS = /\/web\/features\/aid\/papers-form\.tsx$/
const ADMINISTRATION = /\/web\/(?:features\/administration|words\/[^/]+\/(?:admin|review))/
/** What asks for aid, but for the little that other pages use: whether something was begun, and how a part is loaded. */
const AID = /\/web\/(?:features\/aid\/(?!(?:draft|draft-storage|flow|load-part)\.ts)|words\/[^/]+\/aid\.ts)/
/** On nearly every page, though the frame itself has no use for them. */
const PAGE_PARTS = /\/web\/(?:page-meta\.ts|words\/[^/]+\/page-meta\.ts|ui\/(?:page-head|closing)\.tsx)$/

interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null
}

/** Whether a page, or the frame around all of them, loads a module at once. */
function isPartOf(page: RegExp, id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (page.test(id)) return true
  seen.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some((importer) => !seen.has(importer) && isPartOf(page, importer, modules, seen))
}

export default defineConfig({
  publicDir: 'web/public',
  resolve: { alias: [{ find: /^#words/, replacement: WORDS }] },
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // The policy of the pages allows fonts from our own address only, and a drawing inside the JavaScript would weigh on it.
    assetsInlineLimit: 0,
    // What draws PDFs is larger than the rest together, and comes with the first one that an administrator opens.
    chunkSizeWarningLimit: 600,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A file for each small part that two pages share would be a request each, and a slow line pays by the request.
            codeSplitting: {
              groups: [
                { name: 'react', test: /\/node_modules\/(?:react|react-dom|react-router|scheduler)\/|preload-helper/ },
                // What every page loads; then what the home page has in common with some, but a page of text has no use for.
                {
                  name: (id, modules) => (PAGE_PARTS.test(id) || isPartOf(FRAME, id, modules) ? 'shared' : null),
                  debugName: 'shared',
                  test: OURS,
                  minShareCount: 2,
                },
                {
                  name: (id, modules) => (isPartOf(HOME, id, modules) ? 'home' : null),
                  debugName: 'home',
                  test: OURS,
                  minShareCount: 2,
                },
                { name: 'toasts', test: /\/words\/[^/]+\/toasts\.ts$/ },
                // The contact and the donate page have forms too, and nothing of what only accounts need. Whoever asks for aid has
                // a use for the fields of a gift, and none for paying.
                {
                  name: (id, modules) =>
                    isPartOf(CONTACT, id, modules) || (isPartOf(DONATE, id, modules) && !PAYING.test(id))
                      ? 'forms'
                      : null,
                  debugName: 'forms',
                  test: OURS,
                  minShareCount: 2,
                },
                { name: 'paying', test: PAYING, minShareCount: 2 },
                {
                  name: (id) => (AID.test(id) || ADMINISTRATION.test(id) ? null : 'account'),
                  debugName: 'account',
                  test: OURS,
                  minShareCount: 3,
                },
                // Nobody else who signs in has a use for it.
                { name: 'administration', test: ADMINISTRATION, minShareCount: 2 },
                // Whoever asks for aid, and whoever is asked for papers; not everybody who signs in.
                {
                  name: (id, modules) => (isPartOf(PAPERS, id, modules) ? 'aid-form' : null),
                  debugName: 'aid-form',
                  test: AID,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
  },
})
