/** A version from its commit, built in a folder of its own, to run beside this one. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..')
/** The first that a later one can replace while it runs: the rule of decision 0076 holds for each migration after its own (decision 0095). */
export const OLD_COMMIT = process.env['OLD_COMMIT'] ?? 'e4028010'

export interface Release {
  readonly folder: string
  remove(): void
}

/** @returns null where this folder has no history with the commit */
export function buildRelease(commit: string): Release | null {
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'taimako-release-'))
  run(ROOT, 'git', 'archive', '--format=tar', `--output=${join(folder, 'release.tar')}`, commit)
  run(folder, 'tar', '-xf', 'release.tar')
  // Ours would be changed by an installation, so it is shared only where nothing is to install.
  if (hasPackagesOf(folder)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  run(folder, process.execPath, 'scripts/run.mjs', 'build')
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const Lock = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })

/** Whether each package of another version is one of ours, in the same version. */
function hasPackagesOf(folder: string): boolean {
  const [theirs, ours] = [folder, ROOT].map(
    (root) => Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))).packages,
  )
  return (
    existsSync(join(ROOT, 'node_modules')) &&
    Object.entries(theirs ?? {}).every(([path, { version }]) => path === '' || ours?.[path]?.version === version)
  )
}

function run(cwd: string, program: string, ...given: string[]): void {
  const { status, stderr } = spawnSync(program, given, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${given.join(' ')} failed: ${stderr}`)
}
