/** What a fault has shown: what was done, and of each promise how often it was put to the test, and where it was broken. */

import { inspect } from 'node:util'

export interface Finding {
  readonly promise: string
  readonly checked: number
  /** What was found instead, each time. */
  readonly breaches: readonly string[]
}

export interface Outcome {
  /** In a sentence, with its numbers. */
  readonly done: string
  readonly findings: readonly Finding[]
}

export interface Findings {
  /** Notes one check of a promise. Nothing is thrown: the fault goes on, and shows all there is to see. */
  check(promise: string, kept: boolean, found: () => unknown): void
  /** Notes a promise that is about numbers: both are the same. */
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

/** A promise that nothing has put to the test is none that was kept. */
export function isKept({ checked, breaches }: Finding): boolean {
  return checked > 0 && breaches.length === 0
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A fault that did not come to its end: whatever it was to show, it has not. */
export function cutShort(error: unknown): Outcome {
  return {
    done: 'did not come to its end',
    findings: [{ promise: 'it runs to its end', checked: 1, breaches: [inspect(error)] }],
  }
}
