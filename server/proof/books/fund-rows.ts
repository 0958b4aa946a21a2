/** Compares funds with the last change that two people confirmed, or with the beginning of the spec's six, and kinds of aid with the publication. */
import { sql } from 'drizzle-orm'
import type { Difference } from '../../money/ledger/self-check.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { compareColumns, text } from './compared.ts'

/** As migrations/0025_funds_as_rows.sql made them. */
export const FIRST_FUNDS = sql`
  (values
    ('general', 'General Fund', 'Helps where the need is greatest, and where no other fund is enough.', 'coins', 1, '{financial_aid,other}'::text[]),
    ('school', 'School Fees', 'Pays school fees, books, uniforms and examinations.', 'book', 2, '{schoolfees}'),
    ('emergency', 'Emergency Relief', 'Helps at once after floods, fires and other emergencies.', 'siren', 3, '{}'),
    ('shelter', 'Shelter Support', 'Pays rent, repairs and materials for a safe home.', 'shield', 4, '{shelter}'),
    ('food', 'Food Program', 'Brings food to families who do not have enough.', 'bowl', 5, '{food}'),
    ('medical', 'Medical Aid', 'Pays for clinics, tests, medicine and operations.', 'plus', 6, '{medical_fee}')
  ) as first (fund, title, purpose, icon, place, kinds)`

const PUBLISHED = sql`
  published as (
    select distinct on (fund) * from (
      select fund, title, purpose, icon, place, kinds, for_critical, pays_for, closed, decided_at, fund_changes.id
        from fund_changes join proposals on proposals.id = fund_changes.id where state = 'confirmed'
      union all
      select fund, title, purpose, icon, place, kinds, fund = 'emergency', '[]', false, '-infinity', null from ${FIRST_FUNDS}) as told
    order by fund, decided_at desc, id desc nulls last)`

const COLUMNS = ['title', 'purpose', 'icon', 'place', 'kinds', 'for_critical', 'pays_for']

export const compareFunds = (db: Db | Tx): Promise<Difference[]> =>
  compareColumns(db, {
    with: PUBLISHED,
    subject: sql`'funds ' || coalesce(funds.name, published.fund)`,
    from: sql`funds full join published on published.fund = funds.name`,
    columns: [
      text('name', 'published.fund', 'funds.name'),
      ...COLUMNS.map((name) => text(name, `published.${name}`, `funds.${name}`)),
      text('closed_at', 'published.closed', 'funds.closed_at is not null'),
    ],
  })

/** Compares the kinds of aid that the organisation named with the publication in force: awards draw on the funds that they name. */
export const compareKinds = (db: Db | Tx): Promise<Difference[]> =>
  compareColumns(db, {
    with: sql`
      published as (
        select own ->> 'key' as key, own ->> 'title' as title, own ->> 'fund' as fund
          from (select content from organisation_versions order by organisation_versions.id desc limit 1) as newest,
               jsonb_array_elements(content #> '{aid,own_kinds}') as own),
      named as (select * from aid_kinds where title is not null)`,
    subject: sql`'aid_kinds ' || coalesce(named.name, published.key)`,
    from: sql`named full join published on published.key = named.name`,
    columns: ['title', 'fund'].map((name) => text(name, `published.${name}`, `named.${name}`)),
  })
