import { expect } from 'vitest'

/** As RFC 4180 says it: every record ends with CRLF; a cell in quotes holds anything, a quote twice. */
export function parseCsv(text: string): Record<string, string>[] {
  const records: string[][] = [[]]
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (let end = 0; end < text.length; end = cells.lastIndex) {
    const [, quoted, bare = '', separator] = cells.exec(text) ?? []
    if (separator === undefined) throw new Error(`no CSV at ${text.slice(end, end + 50)}`)
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare)
    if (separator === '\r\n') records.push([])
  }
  expect(records.pop()).toEqual([])
  const [headings = [], ...lines] = records
  return lines.map((line) => {
    expect(line).toHaveLength(headings.length)
    return Object.fromEntries(headings.map((heading, index) => [heading, line[index] ?? '']))
  })
}
