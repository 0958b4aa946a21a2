/** Compiles the catalogues of contract/languages to functions, and puts them in place of the English words: no visitor loads a parser. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import MessageFormat from '@messageformat/core'
import compileModule from '@messageformat/core/lib/compile-module.js'
import { build, type Plugin } from 'vite'
import { z } from 'zod'
import { LANGUAGE_NAMES, LANGUAGE_TAGS, type LanguageTag } from '../contract/platform/language-tags.ts'
import { BROWSER_FLOOR } from '../web/lib/browser-floor.ts'

const ROOT = join(import.meta.dirname, '..')
const MESSAGES = 'catalogue:messages'
const LANGUAGE = 'catalogue:language'
const Catalogue = z.looseObject({ 'review.by': z.string(), 'review.on': z.string() }).catchall(z.string())

export const readCatalogue = (tag: LanguageTag) =>
  Catalogue.parse(JSON.parse(readFileSync(join(ROOT, 'contract/languages', `${tag}.json`), 'utf8')))

/** Adds to each file of words that a catalogue knows the call that translates it. */
export function translatedWords(): Plugin {
  const known = new Set(
    LANGUAGE_TAGS.flatMap((tag) => Object.keys(readCatalogue(tag)).map((name) => name.split('.', 1)[0])),
  )
  return {
    name: 'translated-words',
    transform: {
      filter: { id: /\/web\/words\/[^/]+\/[^/]+\/[\w-]+\.ts$/ },
      handler(code) {
        const names = [...code.matchAll(/^export (?:const|let|var) (\w+)/gm)].flatMap(([, name = '']) =>
          known.has(name) ? [name] : [],
        )
        if (names.length === 0) return undefined
        const calls = names.map((name) => `translate('${name}', ${name})\n`).join('')
        return { code: `import { translate } from '/web/words/translate.ts'\n${code}\n${calls}`, map: null }
      },
    },
  }
}

/** Words that only the server says: visitors do not load them. */
const OF_SERVER = /^(?:plain|requestNews|accountNews|mailFrame)\./

/**
 * Compiles a language to a script without imports, which runs before the words are read.
 * @param runsIn who runs it: a page, or the server, which renders pages too
 */
export async function languageScript(tag: LanguageTag, runsIn: 'page' | 'server'): Promise<string> {
  const { 'review.by': by, 'review.on': on, ...all } = readCatalogue(tag)
  const messages = Object.fromEntries(
    Object.entries(all).filter(([name]) => runsIn === 'server' || !OF_SERVER.test(name)),
  )
  const facts = { tag, name: LANGUAGE_NAMES[tag], review: by === '' || on === '' ? null : { by, on } }
  const sources: Record<string, string> = {
    [MESSAGES]: compileModule(new MessageFormat(tag), messages),
    [LANGUAGE]: `import messages from '${MESSAGES}'; globalThis.taimakoLanguage = { ...${JSON.stringify(facts)}, messages }`,
  }
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'catalogue',
        resolveId: (id) => (id in sources ? `\0${id}` : undefined),
        load: (id) => sources[id.slice(1)],
      },
    ],
    build: { write: false, target: BROWSER_FLOOR, rolldownOptions: { input: LANGUAGE, output: { format: 'iife' } } },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error(`no script for ${tag}`)
  return chunk.code
}
