/** The files for containers, which no test can start: they parse, name only what they declare, and give each server settings that it takes. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readEnv } from '../server/platform/env/env.ts'

const ROOT = join(import.meta.dirname, '..')
const Service = z.object({
  environment: z.record(z.string(), z.string()).default({}),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  volumes: z.array(z.string()).default([]),
})
const Compose = z.object({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.null()) })
/** As an .env file gives them. */
const GIVEN: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'b7e1',
  SECRET_KEY: 'a secret of thirty-two characters or more',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}
const SERVERS = { 'compose.yaml': ['taimako'], 'deploy/many/compose.yaml': ['signer', 'second'] }

test.each(Object.entries(SERVERS))('%s', (file, servers) => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const filled = text.replaceAll(
    /(?<!\$)\$\{(\w+)(?:(:[-?])([^}]*))?\}/g,
    (_, name: string, kind?: string, other?: string) => {
      const value = GIVEN[name] ?? (kind === ':-' ? other : undefined)
      if (value === undefined) throw new Error(`${file} needs ${name}`)
      return value
    },
  )
  const { services, volumes } = Compose.parse(parse(filled, { merge: true }))
  for (const [name, { depends_on: needs, volumes: mounted }] of Object.entries(services)) {
    for (const other of Array.isArray(needs) ? needs : Object.keys(needs))
      expect([name, Object.keys(services)]).toEqual([name, expect.arrayContaining([other])])
    for (const [source = ''] of mounted.map((each) => each.split(':')))
      expect([source, source.startsWith('./') ? existsSync(join(ROOT, source)) : source in volumes]).toEqual([
        source,
        true,
      ])
  }
  for (const server of servers) {
    const env = readEnv({ SECRET_KEY: GIVEN['SECRET_KEY'], SANDBOX: 'on', ...services[server]?.environment })
    expect(env.databaseUrl).toContain(GIVEN['POSTGRES_PASSWORD'])
    const hosts = [env.databaseUrl, env.databaseDirectUrl, env.databaseReadUrl, env.migrationDatabaseUrl]
      .flatMap((url) => (url?.split('@')[1] ?? '').split('/')[0]?.split(',') ?? [])
      .flatMap((host) => host.split(':')[0] || [])
    expect(Object.keys(services)).toEqual(expect.arrayContaining(hosts))
  }
})
