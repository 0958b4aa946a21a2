/** The flows of browsers that share one mail: another request came too soon for a second mail. */
import { and, eq, gte, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import type { CodeChallenge } from './pkce.ts'
import { flowStates, type FlowState } from './schema.ts'

const MAILED: ReadonlySet<FlowState['purpose']> = new Set(['signup', 'recovery', 'email_change'])
/** More requests than a person makes in a minute. */
const SHARED_MAX = 10

/** Matches every flow but those that share the mail of this one. */
export function isOtherMail(flowId: string | null): SQL | undefined {
  if (flowId === null) return undefined
  return sql`not exists (select 1 from flow_states as kept where kept.id = ${flowId}::uuid
                            and kept.purpose = ${flowStates.purpose} and kept.created_at <= ${flowStates.createdAt})`
}

/** The challenges of the browsers whose verifier may exchange this flow's code. */
export async function acceptedChallenges(tx: Tx, flow: FlowState): Promise<CodeChallenge[]> {
  const { id, userId, purpose, createdAt } = flow
  if (!MAILED.has(purpose) || userId === null) return withChallenge([flow])
  const shared = and(isNull(flowStates.authCodeHash), gte(flowStates.createdAt, createdAt))
  const found = await tx
    .select()
    .from(flowStates)
    .where(and(eq(flowStates.userId, userId), eq(flowStates.purpose, purpose), or(eq(flowStates.id, id), shared)))
    .orderBy(flowStates.createdAt)
    .limit(SHARED_MAX)
  return withChallenge(found)
}

function withChallenge(flows: readonly FlowState[]): CodeChallenge[] {
  return flows.flatMap(({ codeChallenge, codeChallengeMethod }) =>
    codeChallenge !== null && codeChallengeMethod !== null ? [{ codeChallenge, codeChallengeMethod }] : [],
  )
}
