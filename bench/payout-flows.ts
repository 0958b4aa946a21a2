/** Flows of staff and the provider to pay out, call by call, for {@link measurePayouts}. Each piece of work has its own subject. */
import { BUILDING } from './flows.ts'
import type { Own } from './people.ts'

export interface PayoutCall {
  /** `:name` is a value of the subject, and `:made` the id in the answer to the call before. */
  readonly path: string
  readonly by: 'proposer' | 'approver' | 'provider'
  readonly body: (subject: Own) => object
}

export interface PayoutFlow {
  readonly what: string
  readonly calls: readonly PayoutCall[]
  /** Counts what is done. */
  readonly done: string
  readonly whenShort: string
}

/** In naira: so small that no limit of a day is reached. */
export const PAYMENT = 100

const GRANT: readonly PayoutCall[] = [
  {
    path: '/api/admin/applications/:request/awards',
    by: 'proposer',
    body: () => ({ amount: PAYMENT, funds: [{ fund: 'school', amount: PAYMENT }] }),
  },
  { path: '/api/admin/awards/:made/grant', by: 'approver', body: () => ({ expected_state: 'proposed' }) },
]

export const PAYOUT_FLOWS = {
  award: {
    what: 'awards proposed and granted',
    calls: GRANT,
    done: `select count(*)::int as done from awards where state = 'granted'`,
    whenShort: BUILDING,
  },
  settle: {
    what: "bank payments settled after the provider's message, the provider answering at once",
    calls: [
      {
        path: '/webhooks/paystack',
        by: 'provider',
        body: ({ reference }) => ({ event: 'transfer.success', data: { reference } }),
      },
    ],
    done: `select count(*)::int as done from disbursements where state = 'sent'`,
    whenShort: BUILDING,
  },
} as const satisfies Record<string, PayoutFlow>

export type PayoutFlowName = keyof typeof PAYOUT_FLOWS

export function payoutFlowOf(name: string): PayoutFlow {
  const flow = Object.entries<PayoutFlow>(PAYOUT_FLOWS).find(([known]) => known === name)?.[1]
  if (!flow) throw new Error(`unknown flow: ${name}`)
  return flow
}

/** The path of a call for a subject. @param made the id in the answer to the call before */
export function pathFor({ path }: PayoutCall, subject: Own, made: string): string {
  return path.replace(/:(\w+)/, (_, name: string) => (name === 'made' ? made : (subject[name] ?? '')))
}
