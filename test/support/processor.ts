/** Processor time of a process and of those that it started, the ended ones as well. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100

/** Elsewhere than on Linux, only this process is counted. */
export function processorSeconds(root = process.pid): number {
  if (!existsSync('/proc/self/stat')) return root === process.pid ? ownSeconds() : 0
  const children = new Map<number, number[]>()
  const ticks = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const fields = Number.isInteger(pid) ? fieldsOf(pid) : undefined
    if (!fields) continue
    const parent = Number(fields[1])
    children.set(parent, [...(children.get(parent) ?? []), pid])
    // utime, stime, and the same of children that have ended.
    ticks.set(
      pid,
      fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0),
    )
  }
  const ticksOf = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + ticksOf(child), ticks.get(pid) ?? 0)
  return ticksOf(root) / TICKS_PER_SECOND
}

export function ownSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** From the state on: the name before it may contain spaces. */
function fieldsOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
  } catch {
    // It has ended since the folder was read.
    return undefined
  }
}
