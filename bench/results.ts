/** The table of results: what each row says, and how it is written. */

export interface Result {
  what: string
  figures: string
  /** The figure that the goal is about. */
  value: string
  goal: string | null
  met: boolean | null
  /** What else belongs to it: a condition of its own. */
  note?: string
  /** What profiling has found, to be said when the goal is not met. */
  whenShort?: string
}

/** A goal that a figure must reach, or stay under. */
export function atLeast(value: number, goal: number): Pick<Result, 'value' | 'goal' | 'met'> {
  return { value: value.toFixed(2), goal: `≥ ${goal}`, met: value >= goal }
}

export function atMost(
  value: number,
  goal: number,
  format = (figure: number) => figure.toFixed(2),
): Pick<Result, 'value' | 'goal' | 'met'> {
  return { value: format(value), goal: `≤ ${format(goal)}`, met: value <= goal }
}

/** For information: there is no goal. */
export function noGoal(value: string): Pick<Result, 'value' | 'goal' | 'met'> {
  return { value, goal: null, met: null }
}

export function writeTable(results: readonly Result[]): string {
  const lines = results.map(({ what, figures, value, goal, met }) => [
    what,
    figures,
    value,
    goal ?? 'none',
    met === null ? '' : met ? 'yes' : '**no**',
  ])
  const notes = results.flatMap(({ what, note, whenShort, met }) => [
    ...(note ? [`- ${what}: ${note}`] : []),
    ...(whenShort && met === false ? [`- ${what}, why it is short of the goal: ${whenShort}`] : []),
  ])
  return [
    ...aligned([['what', 'figures', 'value', 'goal', 'met'], ...lines]),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n')
}

/** The lines of a table whose columns stand below each other; the first row is its head. */
export function aligned(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const [head = '', ...body] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body]
}
