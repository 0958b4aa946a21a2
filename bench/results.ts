/** The table of results. */

export interface Result {
  what: string
  figures: string
  /** The figure that is compared with the goal. */
  value: string
  goal: string | null
  met: boolean | null
  /** A condition of this row. */
  note?: string
  /** The findings of profiling, printed if the goal is not met. */
  whenShort?: string
}

/** A figure with a lower bound. */
export function atLeast(value: number, goal: number): Pick<Result, 'value' | 'goal' | 'met'> {
  return { value: value.toFixed(2), goal: `≥ ${goal}`, met: value >= goal }
}

/** A figure with an upper bound. */
export function atMost(
  value: number,
  goal: number,
  format = (figure: number) => figure.toFixed(2),
): Pick<Result, 'value' | 'goal' | 'met'> {
  return { value: format(value), goal: `≤ ${format(goal)}`, met: value <= goal }
}

/** A figure without a goal. */
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
    ...(whenShort && met === false ? [`- ${what}, why the goal is missed: ${whenShort}`] : []),
  ])
  return [
    ...aligned([['what', 'figures', 'value', 'goal', 'met'], ...lines]),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n')
}

/** The lines of a Markdown table with aligned columns. The first row is its head. */
export function aligned(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const [head = '', ...body] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body]
}
