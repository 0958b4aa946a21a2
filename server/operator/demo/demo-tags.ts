/** The tags that the demo's staff add to requests that belong together. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { tagRequest } from '../../aid/review/queue/tags.ts'
import type { Administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { requestOf } from './demo-team.ts'

const TAGGED = [
  ['School list 2026', ['Ngozi Eze', 'Titi Adebayo', 'Tunde Adeyemi']],
  ['Home visit', ['Bisi Adeyemi', 'Ngozi Eze']],
  ['Flood in Borno', ['Blessing Ita']],
] as const

const Seen = z.object({ version: z.number() })

export async function fillTags(core: Core, by: Administering): Promise<void> {
  for (const [tag, names] of TAGGED) {
    for (const name of names) {
      const id = await requestOf(core, name)
      const { version } = await onlyRow(core.db, sql`select version from aid_applications where id = ${id}::uuid`, Seen)
      await tagRequest(core, by, { id, version }, { tag, on: true })
    }
  }
}
