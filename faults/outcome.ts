/** The outcome of a fault: what was done, and for each promise how often it was checked and broken. */

import { inspect } from 'node:util'

export interface Finding {
  readonly promise: string
  readonly checked: number
  /** The finding for each breach. */
  readonly breaches: readonly string[]
}

export interface Outcome {
  /** One sentence with the numbers. */
  readonly done: string
  readonly findings: readonly Finding[]
}

export interface Findings {
  /** Records one check of a promise. It does not throw, so that a run shows everything. */
  check(promise: string, kept: boolean, found: () => unknown): void
  /** Records a check that two values are the same. */
  same(promise: string, is: unknown, shouldBe: unknown): void
  outcome(done: string): Outcome
}

export function newFindings(): Findings {
  const findings = new Map<string, { promise: string; checked: number; breaches: string[] }>()
  const check: Findings['check'] = (promise, kept, found) => {
    const finding = findings.get(promise) ?? { promise, checked: 0, breaches: [] }
    findings.set(promise, finding)
    finding.checked += 1
    if (!kept) finding.breaches.push(written(found()))
  }
  return {
    check,
    same: (promise, is, shouldBe) =>
      check(promise, written(is) === written(shouldBe), () => `${written(is)} instead of ${written(shouldBe)}`),
    outcome: (done) => ({ done, findings: [...findings.values()] }),
  }
}

/** A promise that was never checked was not kept. */
export function isKept({ checked, breaches }: Finding): boolean {
  return checked > 0 && breaches.length === 0
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The outcome of a fault that failed with an error. */
export function cutShort(error: unknown): Outcome {
  return {
    done: 'failed with an error',
    findings: [{ promise: 'the fault completes', checked: 1, breaches: [inspect(error)] }],
  }
}
