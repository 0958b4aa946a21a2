/** deploy/prometheus-rules.yml asks for what /metrics gives, and docs/operations.md says of each alert what it means. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Histogram } from 'prom-client'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createMetrics } from './metrics.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const rules = read('deploy/prometheus-rules.yml')
const alerts = [...rules.matchAll(/^ +- alert: (\w+)\n +expr: (.+)$/gm)].map(([, name = '', expr = '']) => ({
  name,
  expr,
}))

/** Suffixes of the series that Prometheus makes of a histogram. */
const SERIES = /_(bucket|count|sum)$/
const Metric = z.looseObject({ name: z.string(), labelNames: z.array(z.string()).default([]) })

const known = new Map(
  createMetrics()
    .registry.getMetricsAsArray()
    .map((metric) => {
      const { name, labelNames } = Metric.parse({ ...metric })
      return [name, { histogram: metric instanceof Histogram, labelNames }]
    }),
)

test('there is an alert for each rule', () => {
  expect(alerts.length).toBe([...rules.matchAll(/- alert:/g)].length)
  expect(alerts.length).toBeGreaterThan(5)
})

test('every metric and label used by an alert exists', () => {
  const missing = alerts.flatMap(({ name: alert, expr }) =>
    [...expr.matchAll(/\b(taimako_\w+)(?:\{([^}]*)\})?/g)].flatMap(([, series = '', selector = '']) => {
      const metric = known.get(series) ?? known.get(series.replace(SERIES, ''))
      if (!metric || metric.histogram !== SERIES.test(series)) return [`${alert}: ${series}`]
      const labels = [...selector.matchAll(/(\w+)(?==)/g)].map(([label]) => label)
      return labels
        .filter((label) => !metric.labelNames.includes(label))
        .map((label) => `${alert}: ${series}{${label}}`)
    }),
  )
  expect(missing).toEqual([])
})

test('a job without success is told at two of its periods, by whichever process ran it', () => {
  const alert = alerts.find(({ name }) => name === 'JobWithoutSuccess')
  expect(alert?.expr).toBe('min by (name) (taimako_job_periods_without_success) >= 2')
})

test('operations.md explains every alert, and no others', () => {
  const [, section = ''] = /\n### Alerts\n(.*?)\n##/s.exec(read('docs/operations.md')) ?? []
  const spokenOf = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  const named = alerts.map(({ name }) => name)
  expect(new Set(spokenOf)).toEqual(new Set(named))
  expect(spokenOf).toHaveLength(named.length)
})
