/** What people do with the product, call by call: the load does it over HTTP, the recording in one process, and the rivals replay it. */

export interface State {
  /** Of the payment that is under way. */
  reference: string
  refreshToken: string
  email: string
  password: string
}

export interface FlowCall {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: (state: State) => object
  /** Carries an Idempotency-Key of its own. */
  readonly idempotent?: true
}

export interface Flow {
  readonly what: string
  readonly calls: readonly FlowCall[]
  readonly by: 'anyone' | 'person' | 'administrator'
  /** Counts what was done: each piece of the load must have left one. Reads leave nothing. */
  readonly done?: string
  readonly whenShort: string
  /** What the figures do not say by themselves. */
  readonly note?: string
}

const verify: FlowCall = {
  method: 'POST',
  path: '/functions/v1/verify',
  body: ({ reference }) => ({ reference }),
}
const BUILDING =
  'of what the product works more, some three tenths are Drizzle (building each statement anew; within a transaction it cannot keep them prepared), two tenths are V8 compiling and collecting on other threads, and the rest is HTTP (headers, validation, logs, metrics) and reading every row and every answer strictly'
const OPEN_READING = 'the product reads every row strictly, checks its answer, and writes headers, logs and metrics'
const READING =
  'the product checks the token, asks the session for the caller, reads every row strictly, and writes headers, logs and metrics'

export const FLOWS = {
  gift: {
    what: 'gifts started and settled',
    calls: [
      {
        method: 'POST',
        path: '/api/donations',
        body: () => ({ amount: 1500, donation_type: 'school', message: 'For books and shoes' }),
        idempotent: true,
      },
      verify,
    ],
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
    what: 'requests for aid sent',
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
    what: 'contact messages sent',
    calls: [
      {
        method: 'POST',
        path: '/api/contact-messages',
        body: () => ({
          first_name: 'Bola',
          last_name: 'Ade',
          email: 'bola@mail.example',
          subject: 'A question',
          message: 'Where can I see what became of my gift?',
        }),
        idempotent: true,
      },
    ],
    by: 'anyone',
    done: 'select count(*)::int as done from contact_messages',
    whenShort: BUILDING,
  },
  profile: {
    what: 'profiles written',
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
    by: 'person',
    done: 'select coalesce(sum(refresh_counter), 0)::int as done from sessions',
    whenShort: 'a refresh signs a token (ES256) and checks the one before, which the bare server does not',
  },
  user: {
    what: 'GET /auth/v1/user',
    calls: [{ method: 'GET', path: '/auth/v1/user' }],
    by: 'person',
    whenShort: READING,
  },
  stats: {
    what: 'GET /api/stats',
    calls: [{ method: 'GET', path: '/api/stats' }],
    by: 'anyone',
    whenShort: OPEN_READING,
    note: 'whoever asks while a read is under way shares the next one (server/lib/coalesce-reads.ts); the rivals read for each',
  },
  ownProfile: {
    what: 'GET /api/profile',
    calls: [{ method: 'GET', path: '/api/profile' }],
    by: 'person',
    whenShort: READING,
  },
  wallet: {
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
    calls: [{ method: 'GET', path: '/api/admin/donations' }],
    by: 'administrator',
    whenShort: READING,
  },
} as const satisfies Record<string, Flow>

export type FlowName = keyof typeof FLOWS

/** Compared with what it contains, not with a rival. */
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
      'beside the hash a sign-in counts tries, opens a session and signs a token, and the load, PostgreSQL and the server share the processors that the bare hash has to itself',
  },
}

export function flowOf(name: string): Flow {
  const flow = Object.entries<Flow>({ ...FLOWS, ...OTHERS }).find(([known]) => known === name)?.[1]
  if (!flow) throw new Error(`there is no flow ${name}`)
  return flow
}
