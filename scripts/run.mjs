/**
 * Runs a task of package.json on the right Node, with the right packages. Plain JavaScript for whatever Node the machine has:
 * it installs what the lock file says if that is not there, builds the pages if they are older than their sources, then
 * hands over to the Node 24 that came with the packages.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--env-file-if-exists=.env']
// The heap for new objects grows at the start and never shrinks again: as Node has it, some 60 MB that an idle server keeps for nothing.
const SERVER_FLAGS = [...NODE_FLAGS, '--max-semi-space-size=8']
const PAGE_SOURCES = [
  'web',
  'contract',
  'scripts/build.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]
const STAMP = 'build/.sources'

const [task, ...args] = process.argv.slice(2)

const tasks = {
  start: () => run([...SERVER_FLAGS, 'server/main.ts', ...args], { build: true }),
  build: () => run(['scripts/build.ts'], {}).then(stampBuild),
  dev: () => run([...NODE_FLAGS, 'scripts/dev.ts', ...args], {}),
  test: () => run([...NODE_FLAGS, 'scripts/test.ts', ...args], { build: true }),
  check: () => run(['scripts/check.ts'], {}),
  bench: () => run([...NODE_FLAGS, 'bench/main.ts', ...args], { build: true }),
  faults: () => run([...NODE_FLAGS, 'faults/main.ts', ...args], { build: true }),
  demo: () => run([...NODE_FLAGS, 'server/commands/demo.ts', ...args], {}),
  admin: () => run([...NODE_FLAGS, 'server/commands/admin.ts', ...args], {}),
  doctor: () => run([...NODE_FLAGS, 'server/commands/doctor.ts', ...args], {}),
  backup: () => run([...NODE_FLAGS, 'server/commands/backup.ts', ...args], {}),
  restore: () => run([...NODE_FLAGS, 'server/commands/restore.ts', ...args], {}),
}

if (!Object.hasOwn(tasks, task)) {
  console.error(`Unknown task ${task}. There are: ${Object.keys(tasks).join(', ')}`)
  process.exit(2)
}
if (!packagesMatchLock()) install()
process.exitCode = await tasks[task]()

/** Every package of the lock file is there in its version; those for other platforms may be missing. */
function packagesMatchLock() {
  try {
    const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
    const found = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages
    return Object.entries(wanted).every(
      ([path, entry]) =>
        path === '' || (found[path] ? found[path].version === entry.version : entry.optional || entry.devOptional),
    )
  } catch {
    return false
  }
}

function install() {
  console.error('Installing the packages of package-lock.json …')
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  const { status } = spawnSync(npm[0], [...npm.slice(1), 'ci', '--include=dev', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** The Node 24 of node_modules; on a platform that has no such package, this one, if it is new enough. */
function node24() {
  const file = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(file)) return file
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error(
    `Taimako needs Node 24, there is no package of it for ${process.platform}-${process.arch}, and this is ${process.version}.`,
  )
  process.exit(1)
}

async function run(command, { build }) {
  if (build && sourcesHash() !== readStamp()) {
    console.error('Building the pages …')
    const code = await tasks.build()
    if (code !== 0) return code
  }
  return hand(command)
}

/** Hands over, passes signals on, and ends as the other ends. The channel tells it when this process is gone. */
function hand(command) {
  const child = spawn(node24(), command, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Of glibc's memory for each thread, which it seldom gives back, two do: with its usual sixteen, twenty uploads at once keep a hundred megabytes.
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), MALLOC_ARENA_MAX: '2' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm passes SIGTERM to a shell between us, which ends without passing it on: that our parent is gone is all we learn.
  const parent = process.ppid
  const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500)
  if (!process.env.npm_lifecycle_event) clearInterval(watch)
  return new Promise((resolve) =>
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      resolve(code ?? (signal ? 1 : 0))
    }),
  )
}

function stampBuild(code) {
  if (code === 0) {
    mkdirSync('build', { recursive: true })
    writeFileSync(STAMP, sourcesHash())
  } else {
    rmSync(STAMP, { force: true })
  }
  return code
}

function readStamp() {
  return existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : ''
}

function sourcesHash() {
  const hash = createHash('sha256')
  for (const source of PAGE_SOURCES) {
    for (const file of filesOf(source)) hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  let names
  try {
    names = readdirSync(path, { withFileTypes: true })
  } catch {
    return [path]
  }
  return names.sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap((entry) => filesOf(join(path, entry.name)))
}
