import { expect, test } from 'vitest'
import { advance, goOn, reopen, START, type Acts, type Outcome, type Progress, type Step } from './flow.ts'

const at = (next: Progress['next']): Progress => ({ next, userId: 'u', waiting: null })

/** Runs the steps, and records them; `failing` steps fail until they are removed from it. */
function begin(progress: Progress, account: Outcome | null = { is: 'account', userId: 'u' }) {
  const done: string[] = []
  const failing = new Set<Step>()
  let now = progress
  const act = (step: Step) => async () => {
    if (failing.has(step)) throw new Error(step)
    done.push(step)
  }
  const acts: Acts = {
    account: async () => {
      await act('account')()
      return account
    },
    documents: act('documents'),
    profile: act('profile'),
    application: act('application'),
  }
  const submit = () =>
    goOn(
      () => now,
      (changed) => (now = changed),
      acts,
    )
  return { submit, done, failing, read: () => now, change: (changed: Progress) => (now = changed) }
}

test('runs the four steps in the order of the spec, and is then done', async () => {
  const { submit, done, read } = begin(START)
  expect(await submit()).toEqual({ is: 'done' })
  expect(done).toEqual(['account', 'documents', 'profile', 'application'])
  expect(read()).toEqual({ next: 'done', userId: 'u', waiting: null })
})

test.each(['account', 'documents', 'profile', 'application'] as const)(
  'stops where %s fails; the next submit goes on there, and repeats nothing',
  async (step) => {
    const { submit, done, failing, read } = begin(START)
    failing.add(step)
    expect(await submit()).toMatchObject({ is: 'failed', step })
    expect(read().next).toBe(step)
    failing.clear()
    expect(await submit()).toEqual({ is: 'done' })
    expect(done).toEqual(['account', 'documents', 'profile', 'application'])
    // Everything is done: another submit does nothing.
    expect(await submit()).toEqual({ is: 'done' })
    expect(done).toHaveLength(4)
  },
)

test('waits for a confirmation or a second step, and continues from the account', async () => {
  for (const waiting of ['confirm', 'second_step'] as const) {
    const { submit, done, read } = begin(START, { is: 'waiting', for: waiting, userId: 'u' })
    expect(await submit()).toEqual({ is: 'waiting' })
    expect(done).toEqual(['account'])
    expect(read()).toEqual({ next: 'account', userId: 'u', waiting })
    expect(advance(read(), { is: 'account', userId: 'u' })).toEqual({ next: 'documents', userId: 'u', waiting: null })
  }
})

test('does nothing while the page asks for something first', async () => {
  const { submit, read } = begin(START, null)
  expect(await submit()).toEqual({ is: 'held' })
  expect(read()).toEqual(START)
})

test('a change goes back as far as it must, and never forward', () => {
  expect(reopen(at('application'), 'texts').next).toBe('profile')
  expect(reopen(at('application'), 'documents').next).toBe('documents')
  expect(reopen(at('application'), 'session')).toEqual(at('account'))
  expect(reopen(at('documents'), 'texts').next).toBe('documents')
  expect(reopen(START, 'documents')).toBe(START)
  expect(reopen(at('done'), 'documents').next).toBe('documents')
})

test('the outcome of another step changes nothing', () => {
  expect(advance(at('documents'), { is: 'application' })).toEqual(at('documents'))
})

test('a document added meanwhile is uploaded before the request is sent', async () => {
  const flow = begin(at('profile'))
  flow.failing.add('application')
  await flow.submit()
  flow.change(reopen(flow.read(), 'documents'))
  flow.failing.clear()
  await flow.submit()
  expect(flow.done).toEqual(['profile', 'documents', 'profile', 'application'])
})
