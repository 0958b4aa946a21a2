/** Confirms what the demo's staff proposed. */
import { and, eq } from 'drizzle-orm'
import type { Core } from '../../platform/core.ts'
import { invariant } from '../../platform/errors.ts'
import type { Decider, DecisionKind } from '../../record/two-person/decisions.ts'
import { proposals } from '../../record/two-person/schema.ts'

/** Confirms the open proposal of this kind about a subject. */
export async function confirmAbout(
  { db }: Pick<Core, 'db'>,
  kind: DecisionKind,
  by: Decider,
  subjectId: string,
): Promise<void> {
  const about = and(eq(proposals.kind, kind.name), eq(proposals.subjectId, subjectId), eq(proposals.state, 'proposed'))
  const [open] = await db.select({ id: proposals.id }).from(proposals).where(about)
  invariant(open, 'the demo has just proposed it')
  await kind.confirm(by, open.id)
}
