/** The style sheets of the sandbox's pages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../server/platform/root.ts'

const read = (...path: readonly string[]) => readFileSync(join(ROOT, 'sandbox', ...path), 'utf8')

/** @returns the style sheet of a page, after the colours that the pages share */
export const readStyleSheet = (folder: string, name: string): string => read('colours.css') + read(folder, name)

/** @returns the style sheet of a page without script */
export const readPlainStyleSheet = (name: string): string =>
  read('colours.css') + read('plain.css') + read(name, `${name}.css`)
