/** The style sheets of the sandbox's pages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const read = (...path: readonly string[]) => readFileSync(join(import.meta.dirname, ...path), 'utf8')

/** @returns the style sheet of a page, after the colours that the pages share */
export const readStyleSheet = (folder: string, name: string): string => read('colours.css') + read(folder, name)
