/** Flows of users, call by call. The load sends them over HTTP, the recording runs them in one process, and the rivals replay them. */

export interface State {
  /** Reference of the payment in progress. */
  reference: string
  refreshToken: string
  email: string
  password: string
}

export interface FlowCall {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: (state: State) => object
  /** Carries a new Idempotency-Key. */
  readonly idempotent?: true
  /** The same call of Supabase Lite, where it differs. */
  readonly onLite?: { readonly path: string }
}

export interface Flow {
  readonly what: string
  readonly calls: readonly FlowCall[]
  readonly by: 'anyone' | 'person' | 'administrator'
  /** Counts the rows that the flow leaves: one for each piece of the load. Reads leave none. */
  readonly done?: string
  /** The most processor time of the server for each piece, in milliseconds. */
  readonly processorGoal?: number
  readonly whenShort: string
  /** Note for readers of the figures. */
  readonly note?: string
}

const verify: FlowCall = {
  method: 'POST',
  path: '/functions/v1/verify',
  body: ({ reference }) => ({ reference }),
}
export const BUILDING =
  'of what the product works more, some three tenths are Drizzle (building anew each statement that is not prepared), two tenths are V8 compiling and collecting on other threads, and the rest is HTTP (headers, validation, logs, metrics) and reading every row and every answer strictly'
const OPEN_READING = 'the product reads every row strictly, checks its answer, and writes headers, logs and metrics'
const READING =
  'the product checks the token, asks the session for the caller, reads every row strictly, and writes headers, logs and metrics'

export const FLOWS = {
  gift: {
    what: 'gifts begun and settled, the provider answering at once',
    calls: [
      {
        method: 'POST',
        path: '/api/donations',
        body: () => ({ amount: 1500, donation_type: 'school', message: 'For books and shoes' }),
        idempotent: true,
      },
      verify,
    ],
    processorGoal: 3,
    by: 'anyone',
    done: `select count(*)::int as done from donations where status = 'success' and intent_id is not null`,
    whenShort: BUILDING,
  },
  topUp: {
    what: 'top-ups begun and settled',
    calls: [{ method: 'POST', path: '/api/wallet/top-ups', body: () => ({ amount: 1500 }), idempotent: true }, verify],
    by: 'person',
    done: `select count(*)::int as done from wallet_transactions where kind = 'top_up' and status = 'completed'`,
    whenShort: BUILDING,
  },
  walletGift: {
    what: 'gifts from a wallet',
    calls: [
      {
        method: 'POST',
        path: '/api/wallet/gifts',
        body: () => ({ amount: 1, donation_type: 'food' }),
        idempotent: true,
      },
    ],
    by: 'person',
    done: `select count(*)::int as done from wallet_transactions where kind = 'gift'`,
    whenShort: BUILDING,
  },
  application: {
    what: 'aid requests submitted',
    calls: [
      {
        method: 'POST',
        path: '/api/applications',
        body: () => ({
          application_type: 'schoolfees',
          description: 'School fees for my daughter. The term begins on Monday.',
          amount_requested: 45_000.5,
          location: '12 Zoo Road, Kano',
          urgency: 'high',
        }),
        idempotent: true,
      },
    ],
    by: 'person',
    done: 'select count(*)::int as done from aid_applications',
    whenShort: BUILDING,
  },
  message: {
    what: 'contact messages stored',
    calls: [
      {
        method: 'POST',
        path: '/api/contact-messages',
        onLite: { path: '/rest/v1/contact_messages' },
        body: () => ({
          first_name: 'Bola',
          last_name: 'Ade',
          email: 'bola@mail.example',
          subject: 'A question',
          message: 'Where can I see how my gift was used?',
        }),
        idempotent: true,
      },
    ],
    processorGoal: 0.5,
    by: 'anyone',
    done: 'select count(*)::int as done from contact_messages',
    whenShort: BUILDING,
  },
  profile: {
    what: 'profiles saved',
    calls: [{ method: 'PUT', path: '/api/profile', body: () => ({ bio: 'A teacher in Kano.' }) }],
    by: 'person',
    whenShort: READING,
  },
  refresh: {
    what: 'sessions refreshed',
    calls: [
      {
        method: 'POST',
        path: '/auth/v1/token?grant_type=refresh_token',
        body: ({ refreshToken }) => ({ refresh_token: refreshToken }),
      },
    ],
    processorGoal: 0.6,
    by: 'person',
    done: 'select coalesce(sum(refresh_counter), 0)::int as done from sessions',
    whenShort: 'a refresh signs a token (ES256) and checks the one before, which the bare server does not',
  },
  user: {
    what: 'GET /auth/v1/user',
    calls: [{ method: 'GET', path: '/auth/v1/user' }],
    processorGoal: 0.35,
    by: 'person',
    whenShort: READING,
  },
  stats: {
    what: 'GET /api/stats',
    calls: [{ method: 'GET', path: '/api/stats' }],
    by: 'anyone',
    whenShort: OPEN_READING,
    note: 'concurrent reads are coalesced (server/platform/coalesce-reads.ts); the rivals read once for each call',
  },
  ownProfile: {
    what: 'GET /api/profile',
    calls: [{ method: 'GET', path: '/api/profile' }],
    by: 'person',
    whenShort: READING,
  },
  ownWallet: {
    what: 'GET /api/wallet',
    calls: [{ method: 'GET', path: '/api/wallet' }],
    by: 'person',
    whenShort: READING,
  },
  transactions: {
    what: 'GET /api/wallet/transactions, 10 of them',
    calls: [{ method: 'GET', path: '/api/wallet/transactions?limit=10' }],
    by: 'person',
    whenShort: READING,
  },
  applications: {
    what: 'GET /api/applications, 10 of them',
    calls: [{ method: 'GET', path: '/api/applications?limit=10' }],
    by: 'person',
    whenShort: READING,
  },
  gifts: {
    what: 'GET /api/admin/donations, 50 of them',
    calls: [
      {
        method: 'GET',
        path: '/api/admin/donations',
        onLite: { path: '/rest/v1/donations?select=*&order=created_at.desc&limit=50' },
      },
    ],
    processorGoal: 1,
    by: 'administrator',
    whenShort: READING,
  },
} as const satisfies Record<string, Flow>

export type FlowName = keyof typeof FLOWS

export function isFlowName(name: string): name is FlowName {
  return Object.hasOwn(FLOWS, name)
}

/** Compared with the work they contain, not with a rival. */
const OTHERS: Readonly<Record<string, Flow>> = {
  signIn: {
    what: 'signing in with a password',
    calls: [
      {
        method: 'POST',
        path: '/auth/v1/token?grant_type=password',
        body: ({ email, password }) => ({ email, password }),
      },
    ],
    by: 'anyone',
    whenShort:
      'besides the hash, a sign-in counts attempts, opens a session and signs a token; the load, PostgreSQL and the server share the processors that the bare hash has to itself',
  },
}

export function flowOf(name: string): Flow {
  const flow = Object.entries<Flow>({ ...FLOWS, ...OTHERS }).find(([known]) => known === name)?.[1]
  if (!flow) throw new Error(`unknown flow: ${name}`)
  return flow
}
