/**
 * Runs a task of package.json. Plain JavaScript that any Node from 20 can run: it installs the packages of package-lock.json
 * that the task needs, builds what has changed, and then becomes the Node 24 that came with the packages.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

// Node reads no setting of such a file, and reports nothing.
if (existsSync('.env') && readFileSync('.env').includes(0)) {
  console.error('The file .env is not saved as UTF-8, so none of its settings would count. Save it as UTF-8.')
  process.exit(1)
}

// Node says of a missing file that it is missing, which reads like a fault.
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', ...(existsSync('.env') ? ['--env-file=.env'] : [])]
// V8 grows the space for new objects at the start and never shrinks it: without this limit an idle server holds 60 MB more.
const SERVER_FLAGS = [...NODE_FLAGS, '--max-semi-space-size=8']
// As the server does itself: a command would otherwise spend most of its time on looking for its modules.
const COMMAND_FLAGS = [...NODE_FLAGS, '--import', './server/platform/quick-imports.ts']
/** The built parts: the script, what it reads, and where the hash of that is kept. */
const BUILDS = {
  pages: {
    script: 'scripts/build.ts',
    sources: [
      'web',
      'contract',
      'scripts/build.ts',
      'scripts/catalogues.ts',
      'scripts/pages.ts',
      'scripts/renderer.ts',
      'scripts/verify.ts',
      'vite.config.ts',
      'package-lock.json',
    ],
    stamp: 'build/.sources',
  },
  server: {
    script: 'scripts/build-server.ts',
    sources: ['server', 'sandbox', 'contract', 'scripts/build-server.ts', 'package-lock.json'],
    stamp: 'build/.server-sources',
  },
  database: {
    script: 'scripts/build-database.ts',
    sources: ['migrations', 'server/platform/db', 'scripts/build-database.ts', 'package-lock.json'],
    stamp: 'build/.database-sources',
  },
}

const [task, ...args] = process.argv.slice(2)

/** For each task: what Node 24 runs, whether it needs the development packages, and whether it needs what is built. */
const tasks = {
  start: { command: [...SERVER_FLAGS, 'build/node/main.js'], build: true },
  build: { build: true },
  dev: { command: [...NODE_FLAGS, 'scripts/dev.ts'], development: true },
  test: { command: [...NODE_FLAGS, 'scripts/test.ts'], development: true, build: true },
  check: { command: ['scripts/check.ts'], development: true },
  bench: { command: [...NODE_FLAGS, 'bench/main.ts'], development: true, build: true },
  faults: { command: [...NODE_FLAGS, 'faults/main.ts'], development: true, build: true },
  model: { command: [...NODE_FLAGS, 'scripts/model.ts'], development: true, build: true },
  nightly: { command: [...NODE_FLAGS, 'scripts/nightly.ts'], development: true, build: true },
  demo: { command: [...COMMAND_FLAGS, 'server/operator/commands/demo.ts'] },
  admin: { command: [...COMMAND_FLAGS, 'server/operator/commands/admin.ts'] },
  doctor: { command: [...COMMAND_FLAGS, 'server/operator/commands/doctor.ts'] },
  verify: { command: [...NODE_FLAGS, 'scripts/verify.ts'] },
  witness: { command: [...COMMAND_FLAGS, 'server/operator/commands/witness.ts'] },
  log: { command: [...COMMAND_FLAGS, 'server/operator/commands/log.ts'] },
  organisation: { command: [...COMMAND_FLAGS, 'server/operator/commands/organisation.ts'] },
  backup: { command: [...COMMAND_FLAGS, 'server/operator/commands/backup.ts'] },
  restore: { command: [...COMMAND_FLAGS, 'server/operator/commands/restore.ts'] },
  // Runs before `start` under npm: on a fresh clone, npm then starts the Node 24 that this has installed.
  install: {},
}

if (!Object.hasOwn(tasks, task)) {
  console.error(`Unknown task ${task}. Tasks: ${Object.keys(tasks).join(', ')}`)
  process.exit(2)
}
const { command, development = false, build = false } = tasks[task]
installPackages(development)
if (build) Object.keys(BUILDS).forEach(make)
if (command) becomeNode24([...command, ...args])

/** Installs what is missing. Development packages, once installed, stay: tasks never reinstall back and forth. */
function installPackages(development) {
  const installed = readInstalled()
  if (isComplete(installed, { development })) return
  console.error('Installing the packages of package-lock.json …')
  const withDevelopment = development || Object.values(installed).some(({ dev }) => dev)
  const scope = withDevelopment ? '--include=dev' : '--omit=dev'
  // Adding to what is there is quicker, and leaves alone what a running server still loads.
  if (isComplete(installed, { development: false })) npm('install', '--no-save', scope)
  else npm('ci', scope)
  // Headers for compiling native packages, a third of Node's size. None of ours is compiled here.
  for (const folder of nodePackages()) rmSync(join(folder, 'include'), { recursive: true, force: true })
  if (isComplete(readInstalled(), { development })) return
  console.error('The installed packages differ from package-lock.json. Delete node_modules and try again.')
  process.exit(1)
}

function readInstalled() {
  try {
    return JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages
  } catch {
    return {}
  }
}

/** Whether every package of the lock file is installed in its version. Those for other platforms may be missing. */
function isComplete(installed, { development }) {
  const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  return Object.entries(locked).every(([path, { version, link, dev, optional, devOptional }]) => {
    if (!path.startsWith('node_modules/') || link || (dev && !development)) return true
    return installed[path] ? installed[path].version === version : Boolean(optional || devOptional)
  })
}

function npm(...command) {
  const program = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  const { status } = spawnSync(program[0], [...program.slice(1), ...command, '--no-audit', '--no-fund'], {
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** The folder of the package that holds Node 24 for this platform; empty where there is no such package. */
function nodePackages() {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  return Object.keys(optionalDependencies)
    .map((name) => join(root, 'node_modules', name))
    .filter((folder) => existsSync(folder))
}

/** The Node 24 of node_modules, or this one where the platform has no such package. */
function node24() {
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const packaged = nodePackages().map((folder) => join(folder, program))
  const found = [...packaged, process.execPath].find((file) => existsSync(file))
  if (found !== process.execPath || Number(process.versions.node.split('.')[0]) >= 24) return found
  console.error(
    `Taimako needs Node 24. No package provides it for ${process.platform}-${process.arch}, and this is ${process.version}.`,
  )
  process.exit(1)
}

function make(name) {
  const { script, sources, stamp } = BUILDS[name]
  const hash = hashOf(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.error(`Building the ${name} …`)
  const { status } = spawnSync(node24(), [script], { stdio: 'inherit', env: environment() })
  if (status !== 0) {
    rmSync(stamp, { force: true })
    process.exit(status ?? 1)
  }
  mkdirSync('build', { recursive: true })
  writeFileSync(stamp, hash)
}

function hashOf(sources) {
  const hash = createHash('sha256')
  for (const source of sources) {
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
  return names
    .filter(({ name }) => !name.endsWith('.test.ts'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesOf(join(path, entry.name)))
}

function environment() {
  return {
    ...process.env,
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    // glibc keeps memory for each thread and seldom returns it. With its usual sixteen arenas, twenty uploads at once keep 100 MB.
    MALLOC_ARENA_MAX: '2',
  }
}

/** Replaces this process by Node 24. A Node that cannot do that (before 22.15, or on Windows) starts it and waits. */
function becomeNode24(command) {
  const program = node24()
  // npm puts a shell between us, which passes no signal on: the process must notice itself that npm has ended.
  const watch = process.env.npm_lifecycle_event ? ['--import', './scripts/end-with-parent.mjs'] : []
  const options = [...watch, ...command]
  if (process.execve && process.platform !== 'win32') process.execve(program, [program, ...options], environment())
  const child = spawn(program, options, { stdio: 'inherit', env: environment() })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (watch.length > 0) void import('./end-with-parent.mjs')
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0)
  })
}
