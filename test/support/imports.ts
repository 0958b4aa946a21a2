/** Reads the imports of source files, for the tests of the architecture. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Source {
  /** From the folder that was searched. */
  readonly path: string
  /** Without its comments. */
  readonly code: string
  /** Relative and `#words/` imports, dynamic ones too, as paths from the same folder. */
  readonly imports: readonly string[]
}

/** @param folder searched for sources; its tests are left out */
export function readSources(folder: string): Source[] {
  return globSync('**/*.{ts,tsx}', { cwd: folder })
    .filter((path) => !path.includes('.test.'))
    .map((path) => {
      const code = withoutComments(readFileSync(join(folder, path), 'utf8'))
      const found = [...code.matchAll(/(?:\bfrom|\bimport)[\s(]*'((?:\.{1,2}|#words)\/[^']+)'/g)]
      return {
        path,
        code,
        imports: found.map(([, to = '']) => (to.startsWith('#') ? to.slice(1) : join(dirname(path), to))),
      }
    })
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '')
}

export interface Edge {
  readonly from: string
  readonly to: string
  /** The reason that a failing test shows. */
  readonly because: string
}

/** Those edges that lie on a circle, or between two. */
export function circlesOf<E extends Edge>(edges: readonly E[]): E[] {
  let left = edges.filter(({ from, to }) => from !== to)
  for (let before = -1; left.length !== before;) {
    before = left.length
    const froms = new Set(left.map(({ from }) => from))
    const tos = new Set(left.map(({ to }) => to))
    left = left.filter(({ from, to }) => froms.has(to) && tos.has(from))
  }
  return left
}
