/** Values that a tampering test writes into a column. */

/** Other values for a column, the likeliest to be taken first. */
export function otherValues({ table, column, type }: { table: string; column: string; type: string }): string[] {
  const name = `"${column}"`
  switch (type) {
    case 'bigint':
    case 'integer':
    case 'smallint':
      return [`coalesce(${name}, 0) + 1`, `coalesce(${name}, 0) - 1`]
    case 'timestamp with time zone':
      return [`coalesce(${name}, timestamptz '2026-01-01') + interval '1 second'`, 'null']
    case 'date':
      return [`${name} + 400`]
    case 'uuid':
      return ['gen_random_uuid()']
    case 'boolean':
      return [`not ${name}`]
    case 'jsonb':
      return [`'{"changed": true}'`]
    case 'bytea':
      return [`sha256(coalesce(${name}, ''))`, `${name} || ${name}`]
    case 'xid8':
      return [`'900000000000'`]
    default:
      // A list of allowed values refuses the first: then one that another row has.
      return [
        `coalesce(${name}, '') || 'x'`,
        `(select other."${column}" from "${table}" as other where other."${column}" <> coalesce("${table}"."${column}", '') order by 1 limit 1)`,
        `(select other."${column}" from "${table}" as other where other."${column}" <> coalesce("${table}"."${column}", '') order by 1 desc limit 1)`,
        'null',
      ]
  }
}
