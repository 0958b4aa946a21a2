/** The addresses of PostgreSQL: several hosts in one, as libpq writes them, and what a pooler behind it does. */
import { z } from 'zod'

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/

/** An address for each host of `postgres://user@first:5432,second:5432/database`, in their order. */
export function hostsOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = ADDRESS.exec(url) ?? []
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/**
 * The pooler in transaction mode behind an address, as its `pooler` parameter says: `named` maps the names of prepared statements, as
 * PgBouncer does from 1.21 on, `unnamed` does not. Neither takes timeouts from us: they are settings of the role (runtime-role.ts).
 */
export function poolerOf(url: string): string | null {
  return new URL(hostsOf(url)[0] ?? url).searchParams.get('pooler')
}

/** Says in words what is wrong with an address, or null. */
function addressFault(url: string): string | null {
  const each = hostsOf(url)
  if (each.length > 1 && (ADDRESS.exec(url)?.[2] ?? '').split(',').some((host) => /^(:\d*)?$/.test(host)))
    return 'has a comma without a host beside it'
  if (!ADDRESS.test(url) || !each.every((one) => URL.canParse(one))) return 'must be a postgres:// address'
  const hosts = each.map((one) => new URL(one))
  const inQuery = hosts[0]?.searchParams.get('host') ?? ''
  if (inQuery.includes(',') || (inQuery !== '' && hosts.length > 1))
    return 'names its hosts after the question mark: several stand before the database, postgres://user@first,second/database'
  const names = hosts.map(({ hostname, port }) => `${hostname.toLowerCase()}:${port || '5432'}`)
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  return twice === undefined ? null : `names ${twice} twice`
}

const address = z
  .string()
  .superRefine((url, context) => {
    const fault = addressFault(url)
    if (fault !== null) context.addIssue(fault)
  })
  .optional()

export const databaseVariables = {
  DATABASE_URL: address,
  DATABASE_DIRECT_URL: address,
  DATABASE_READ_URL: address,
  MIGRATION_DATABASE_URL: address,
}

type Values = z.output<z.ZodObject<typeof databaseVariables>>

/** The faults of the addresses together. */
export function databaseFaults(values: Values): string[] {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL, MIGRATION_DATABASE_URL } = values
  if (DATABASE_URL === undefined)
    return [
      ...(DATABASE_DIRECT_URL ? ['DATABASE_DIRECT_URL: set without DATABASE_URL'] : []),
      ...(DATABASE_READ_URL ? ['DATABASE_READ_URL: set without DATABASE_URL'] : []),
      ...(MIGRATION_DATABASE_URL
        ? ['MIGRATION_DATABASE_URL: set without DATABASE_URL, the role of the running server']
        : []),
    ]
  if (DATABASE_READ_URL && hostsOf(DATABASE_READ_URL).length > 1) return ['DATABASE_READ_URL: must name one standby']
  const pooler = poolerOf(DATABASE_URL)
  if (pooler === null) return []
  if (pooler !== 'named' && pooler !== 'unnamed') return ['DATABASE_URL: pooler must be named or unnamed']
  return DATABASE_DIRECT_URL
    ? []
    : ['DATABASE_DIRECT_URL: required with a pooler in DATABASE_URL, for backups, migrations and timeouts']
}
