/** Metrics at `/metrics`, for Prometheus. One registry a process, passed around, so that tests do not share one. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { poolerFaults } from './db/prepared.ts'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'taimako_' })
  const registers = [registry]
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const outcomes = (name: string, help: string) => new Counter({ name, help, labelNames: ['outcome'], registers })
  return {
    registry,
    requests: new Histogram({
      name: 'taimako_http_request_seconds',
      help: 'Time to answer, by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    pageMisses: new Counter({
      name: 'taimako_page_misses_total',
      help: 'Pages asked for that do not exist.',
      registers,
    }),
    rateLimited: new Counter({
      name: 'taimako_rate_limited_total',
      help: 'Requests refused by a rate limit.',
      labelNames: ['limit'],
      registers,
    }),
    providerCalls: new Histogram({
      name: 'taimako_provider_call_seconds',
      help: 'Calls to the payment provider, by operation and outcome.',
      labelNames: ['operation', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    settlements: outcomes('taimako_settlements_total', 'What asking about a payment led to.'),
    webhooks: outcomes('taimako_webhooks_total', 'Messages from the provider, by what became of them.'),
    documents: outcomes('taimako_documents_total', 'Files that arrived, by what became of them: stored, or why not.'),
    ...jobMetrics(registers),
    ...databaseMetrics(registers),
    logSigningStopped: gauge(
      'taimako_log_signing_stopped',
      'Whether the public log does not continue what was signed: 1, else 0.',
    ),
    openDifferences: new Gauge({
      name: 'taimako_open_differences',
      help: 'Differences of the books from themselves (books), from the payment provider (provider) and from our bank (bank) that are not explained, and funds below zero (funds).',
      labelNames: ['with'],
      registers,
    }),
    auditFaults: gauge('taimako_audit_faults', 'Changed or removed events that the last check of the audit found.'),
    paymentsNeedReview: gauge('taimako_payments_need_review', 'Payments that came, but not as asked.'),
    disputesOpen: gauge(
      'taimako_disputes_open',
      'Disputes that nobody has answered at the payment provider yet. Each is accepted in full once its time is over.',
    ),
    walletsFrozen: gauge(
      'taimako_wallets_frozen',
      'Wallets that could not give back what was taken back of their top-ups. People decide.',
    ),
  }
}

const databaseMetrics = (registers: Registry[]) => ({
  poolerFaults: new Counter({
    name: 'taimako_pooler_faults_total',
    help: 'Statements that a connection pooler refused, by SQLSTATE: it does not map the names of prepared statements, or has no connection.',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset()
      for (const [code, count] of poolerFaults) this.inc({ code }, count)
    },
  }),
  reads: new Counter({
    name: 'taimako_reads_total',
    help: 'Reads of figures, lists and exports, by the server that answered: the standby of DATABASE_READ_URL, or the primary.',
    labelNames: ['server'],
    registers,
  }),
})

const jobMetrics = (registers: Registry[]) => ({
  jobs: new Counter({
    name: 'taimako_job_runs_total',
    help: 'Runs of the periodic jobs.',
    // Not `job`: Prometheus calls by that name what it scrapes.
    labelNames: ['name', 'outcome'],
    registers,
  }),
  jobPeriodsWithoutSuccess: new Gauge({
    name: 'taimako_job_periods_without_success',
    help: 'How many of its periods ago a job last succeeded.',
    labelNames: ['name'],
    registers,
  }),
  jobLastSuccess: new Gauge({
    name: 'taimako_job_last_success_seconds',
    help: 'When a job last succeeded, in any process: seconds since 1970.',
    labelNames: ['name'],
    registers,
  }),
})
