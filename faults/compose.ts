/**
 * The services of deploy/many/compose.yaml with their own commands, settings, scripts and order, as processes of this machine: no container
 * starts where tests run. Each has an address of the loopback network in place of its name. A first start with empty volumes comes up, and
 * what one server takes the other settles.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { parse } from 'yaml'
import { z } from 'zod'
import { examine } from '../server/operator/doctor/examine.ts'
import { readEnv } from '../server/platform/env/env.ts'
import { createLog } from '../server/platform/logger.ts'
import { give, figures, verify } from '../test/processes/client.ts'
import { startProvider } from '../test/stand-in/start-provider.ts'
import { freePort } from '../test/support/free-port.ts'
import {
  endProcesses,
  PAYSTACK_SECRET_KEY,
  SECRET_KEY,
  startServer,
  temporaryFolder,
  testKeys,
  type Variables,
} from '../test/support/process.ts'
import { runS3 } from '../test/support/s3-server.ts'
import { findPostgres, NOT_INSTALLED, openPrograms, until } from './installed-postgres.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'

const DEPLOY = join(import.meta.dirname, '../deploy/many')
const POOLER = '/usr/sbin/pgbouncer'
const PASSWORD = 'b7e1c93a'
/** A script of a first start that takes longer waits for what never comes. */
const SCRIPT_SECONDS_MAX = '60'
const GIFTS = 10
/** A read of the public figures may be so old. */
const FIGURES_WITHIN_MILLISECONDS = 20_000

const Service = z.object({
  environment: z.record(z.string(), z.string()).default({}),
  command: z.union([z.array(z.string()), z.string().transform((text) => [text])]).default([]),
  volumes: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.tuple([z.literal('CMD'), z.string()], z.string()) }).optional(),
})
const Compose = z.object({
  services: z.object({ primary: Service, standby: Service, pooler: Service, signer: Service, second: Service }),
})

/** The addresses of the parts. */
interface Place {
  readonly services: z.output<typeof Compose>['services']
  readonly programs: string
  readonly opened: ReturnType<typeof openPrograms>
  /** Whether the pooler knows the names of prepared statements, as the file assumes: from PgBouncer 1.21 on. */
  readonly mapsNames: boolean
}

export async function startAsComposed(): Promise<Outcome> {
  const programs = findPostgres()
  if (programs === null) return NOT_INSTALLED
  const { stdout } = spawnSync(POOLER, ['--version'], { encoding: 'utf8' })
  const version = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '')
  if (!version) return { done: `not run: ${POOLER} does not start (Debian: pgbouncer)`, findings: [] }
  const opened = openPrograms(programs)
  const mapsNames = Number(version[1]) > 1 || Number(version[2]) >= 21
  const place = { services: readServices(opened.folder), programs, opened, mapsNames }
  const findings = newFindings()
  try {
    await startPrimary(place)
    await startStandby(place)
    await startPooler(place)
    await useServers(place, findings)
  } finally {
    await endProcesses()
    await opened.stop()
  }
  return findings.outcome(
    `PostgreSQL of ${programs}, ${version[0]} with statements ${mapsNames ? 'named' : 'unnamed, as it maps no names'}, a store and two servers, as deploy/many/compose.yaml starts them; ${GIFTS} gifts begun at one server and settled at the other`,
  )
}

/** Each has all ports, so that those of the file stay. */
const ADDRESSES = { primary: '127.0.9.1', standby: '127.0.9.2', pooler: '127.0.9.3' }
const withAddresses = (text: string): string =>
  text.replaceAll(
    /(?<=[@,=])(primary|standby|pooler)\b/g,
    (name) => Object.entries(ADDRESSES).find(([one]) => one === name)?.[1] ?? name,
  )

/** Reads them as the program for containers does, with addresses of this machine, and a folder for the volumes of the databases. */
function readServices(folder: string): Place['services'] {
  const given: Readonly<Record<string, string>> = { POSTGRES_PASSWORD: PASSWORD }
  const filled = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8')
    .replaceAll(/(?<!\$)\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, name: string, other = '') => given[name] ?? String(other))
    .replaceAll('$$', '$')
    .replaceAll('/var/lib/postgresql', folder)
  return Compose.parse(parse(withAddresses(filled), { merge: true })).services
}

const assignments = (variables: Variables) => Object.entries(variables).map(([name, value]) => `${name}=${value}`)

/** As the image of PostgreSQL does: its scripts run beside a server with the command's settings that no network reaches. */
async function startPrimary({ services: { primary }, programs, opened }: Place): Promise<void> {
  const [data, password] = [join(opened.folder, 'primary'), join(opened.folder, 'password')]
  writeFileSync(password, PASSWORD)
  opened.run(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    `--pwfile=${password}`,
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  )
  appendFileSync(join(data, 'pg_hba.conf'), 'host all all all scram-sha-256\n')
  const start = (address: string) => {
    const listens = ['-c', `unix_socket_directories=${opened.folder}`, '-c', `listen_addresses=${address}`]
    return opened.startOther(join(programs, 'postgres'), '-D', data, ...primary.command.slice(1), ...listens)
  }
  const first = start('')
  await until(() => answers(`postgres://postgres@/postgres?host=${opened.folder}`))
  const variables = { ...primary.environment, PGHOST: opened.folder, PGDATA: data, POSTGRES_USER: 'postgres' }
  for (const volume of primary.volumes.filter((each) => each.includes('/docker-entrypoint-initdb.d/'))) {
    const script = join(DEPLOY, '../..', volume.split(':')[0] ?? '')
    opened.runOther('env', [...assignments(variables), 'timeout', SCRIPT_SECONDS_MAX, 'sh', script])
  }
  await opened.end(first, 'SIGINT')
  start(ADDRESSES.primary)
  await until(() => isHealthy(primary, ADDRESSES.primary))
}

async function startStandby({ services: { standby }, programs, opened }: Place): Promise<void> {
  const [shell = '', flag = '', text = ''] = standby.command
  const variables = assignments({ ...standby.environment, PATH: `${programs}:${process.env['PATH']}` })
  const listens = ` -c unix_socket_directories= -c listen_addresses=${ADDRESSES.standby}`
  opened.startOther('env', ...variables, shell, flag, text.trimEnd() + listens)
  await until(() => isHealthy(standby, ADDRESSES.standby))
}

async function startPooler({ services: { pooler }, opened, mapsNames }: Place): Promise<void> {
  const [settings, users] = [join(opened.folder, 'pgbouncer.ini'), join(opened.folder, 'users.txt')]
  writeFileSync(users, `"taimako" "${pooler.environment['POSTGRES_PASSWORD']}"\n`)
  const own = withAddresses(readFileSync(join(DEPLOY, 'pgbouncer.ini'), 'utf8'))
    .replace('0.0.0.0', `${ADDRESSES.pooler}\nunix_socket_dir =`)
    .replace('/tmp/users.txt', users)
  writeFileSync(settings, mapsNames ? own : own.replace(/^max_prepared_statements.*$/m, ''))
  opened.startOther(POOLER, settings)
  await until(() => isHealthy(pooler, ADDRESSES.pooler))
}

async function answers(address: string): Promise<boolean> {
  const client = new Client({ connectionString: address })
  client.on('error', () => {})
  const connected = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end().catch(() => {})
  return connected
}

/** Asks as the file does, from where the service runs. */
function isHealthy({ healthcheck }: z.output<typeof Service>, address: string): Promise<boolean> {
  const [, program = 'false', ...given] = healthcheck?.test ?? []
  const here = given.map((each) => each.replace('127.0.0.1', address))
  return Promise.resolve(spawnSync(program, here).status === 0)
}

/** The signer first: it makes the key, and migrates. */
async function useServers({ services, mapsNames }: Place, findings: Findings): Promise<void> {
  const [store, signerPort] = [await runS3(), String(await freePort())]
  const webhookUrl = `http://127.0.0.1:${signerPort}/webhooks/paystack`
  const provider = await startProvider({ secretKey: PAYSTACK_SECRET_KEY, webhookUrl })
  const folder = temporaryFolder()
  const settingsOf = (name: 'signer' | 'second', port: string): Variables => {
    const own = Object.entries(services[name].environment).map(([key, value]) => [
      key,
      (mapsNames ? value : value.replace('pooler=named', 'pooler=unnamed')).replace(/^\/data/, join(folder, name)),
    ])
    const others = {
      SECRET_KEY,
      ...testKeys,
      PAYSTACK_BASE_URL: provider.baseUrl,
      RATE_LIMITS: 'off',
      ADMIN_MFA: 'off',
    }
    return { ...others, ...Object.fromEntries(own), ...store.variables, HOST: '127.0.0.1', PORT: port }
  }
  try {
    const given = [settingsOf('signer', signerPort), settingsOf('second', String(await freePort()))]
    const servers = []
    for (const variables of given) servers.push((await startServer(variables)).url)
    const [signer = '', second = ''] = servers
    for (let each = 0; each < GIFTS; each += 1) {
      const { reference } = await give(each % 2 === 0 ? signer : second, { amount: 1000 })
      await provider.control('pay', { reference, silently: true })
      findings.same(
        'a gift of one server is settled by the other',
        await verify(each % 2 === 0 ? second : signer, reference),
        'success',
      )
    }
    const late = AbortSignal.timeout(FIGURES_WITHIN_MILLISECONDS)
    for (const url of servers) {
      while ((await figures(url)).funds_raised !== GIFTS * 1000 && !late.aborted) await pause(100)
      findings.same('each server publishes what came', (await figures(url)).funds_raised, GIFTS * 1000)
    }
    for (const variables of given) {
      const found = await examine(readEnv(variables), createLog('silent'), () => Promise.resolve(null))
      // The address is that of the balancer, which is not started here.
      const problems = found.filter(({ level, about }) => level === 'problem' && about !== 'address')
      findings.same('the doctor finds no problem', problems, [])
      findings.check(
        'the doctor sees the standby that is read',
        found.some(({ says }) => says.includes('read from a standby')),
        () => found,
      )
    }
  } finally {
    await provider.stop()
    store.stop()
  }
}
