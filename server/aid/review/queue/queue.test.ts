/** The views of the queue, their order and counts, and the views that people save. How quick it is at 1,000,000 rows: bench/. */
import { expect, describe, test } from 'vitest'
import { newPerson } from '../../../../test/support/asking.ts'
import { queueWorld } from '../../../../test/support/working-queue.ts'
import { hours } from '../../../platform/clock.ts'

/** A comma that is not inside quotes. */
const BETWEEN_CELLS = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/

const world = queueWorld()

describe('the order', () => {
  test('is by due date: critical after 3 days, high after 7, all others after 21', async () => {
    const { amina, list } = world()
    const asked = [
      await amina.askLater({ urgency: null }),
      await amina.askLater({ urgency: 'low' }),
      await amina.askLater({ urgency: 'high' }),
      await amina.askLater({ urgency: 'critical' }),
    ]
    const { items } = await list('sort=due')
    expect(items.map(({ id }) => id)).toEqual([asked[3], asked[2], asked[0], asked[1]])
    const days = items.map(({ due_at: due, created_at: sent }) => Date.parse(due ?? '') - Date.parse(sent))
    expect(days.map((each) => each / hours(24))).toEqual([3, 7, 21, 21])
    const first = await list('view=unassigned&limit=3')
    const rest = await list(`view=unassigned&limit=3&cursor=${first.next_cursor}`)
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(items.map(({ id }) => id))
  })

  test('leaves out what is decided, and starts anew when a decision is reversed', async () => {
    const { server, amina, list, idsIn, decide, age } = world()
    const id = await amina.askLater({ urgency: 'critical' })
    await decide(id, { status: 'approved' })
    expect([await idsIn('next'), (await list('sort=due')).items]).toEqual([[], []])
    await age(hours(240))
    await decide(id, { status: 'pending' })
    const [again] = (await list('view=next')).items
    expect(Date.parse(`${again?.due_at}`) - server.clock.now().getTime()).toBe(hours(72))
  })

  test('does not count the time in which a request waits for the applicant', async () => {
    const { amina, list, idsIn, askPapers, answerPapers, age } = world()
    const id = await amina.askLater({ urgency: 'critical' })
    const due = Date.parse(`${(await list('sort=due')).items[0]?.due_at}`)
    await askPapers(id)
    await age(hours(100))
    expect([await idsIn('late'), await idsIn('waiting')]).toEqual([[], [id]])
    await answerPapers(id)
    expect(Date.parse(`${(await list('view=answered')).items[0]?.due_at}`)).toBe(due)
    await age(hours(72))
    expect(await idsIn('late')).toEqual([id])
  })
})

describe('the views', () => {
  test('hold what their names say, and are counted', async () => {
    const { halima, bola, amina, list, idsIn, counts, change, askPapers, answerPapers, age } = world()
    const [fresh, mine, waiting, answered, asleep] = [
      await amina.askLater({ urgency: 'critical' }),
      await amina.askLater(),
      await amina.askLater(),
      await amina.askLater(),
      await amina.askLater(),
    ]
    await change(mine, 'assignment', { to: halima.userId })
    for (const id of [waiting, answered]) await askPapers(id)
    await answerPapers(answered)
    await change(asleep, 'wait', { until: { kind: 'tomorrow' } })
    const held = {
      next: [fresh, mine, answered],
      mine: [mine],
      answered: [answered],
      late: [],
      waiting: [waiting, asleep],
      unassigned: [fresh, waiting, answered, asleep],
    }
    for (const [view, ids] of Object.entries(held)) expect.soft([view, await idsIn(view)]).toEqual([view, ids])
    expect(await idsIn('next', bola)).toEqual([fresh, answered])
    const expected = { next: 3, mine: 1, answered: 1, late: 0, waiting: 2, unassigned: 4, appeals: 0, all: 5 }
    expect(await counts()).toEqual(expected)
    expect(await counts(bola)).toEqual({ ...expected, next: 2, mine: 0 })
    await change(answered, 'read', {})
    expect([await idsIn('answered'), (await list('view=waiting&status=approved')).items]).toEqual([[], []])
    await age(hours(24 * 3))
    expect(await counts()).toMatchObject({ late: 1, answered: 0 })
  })

  test('show who has a request', async () => {
    const { server, bola, amina, list, take } = world()
    const id = await amina.askLater()
    expect(await take(bola)).toBe(id)
    const [row] = (await list('view=unassigned')).items
    const name = { user_id: bola.userId, full_name: 'Bola Musa' }
    expect(row).toMatchObject({
      version: 1,
      owner: null,
      papers: 0,
      possible_duplicate: false,
      held_by: name,
    })
    expect((await list('view=unassigned', bola)).items[0]).toMatchObject({ held_by: name })
    const twin = await newPerson(server, 'twin')
    await twin.askLater()
    expect((await list('view=unassigned')).items).toMatchObject([
      { possible_duplicate: true },
      { possible_duplicate: true },
    ])
  })

  test('are exported as they are shown, with owner, due date, who decided and why', async () => {
    const { server, bola, amina, list, decide, change } = world()
    const id = await amina.askLater()
    const other = await amina.askLater()
    await change(id, 'assignment', { to: bola.userId })
    await decide(other, { status: 'approved', reason: 'The school has confirmed it.' })
    const csv = async (query: string) => {
      const answer = await server.app.request(`/api/admin/applications.csv?${query}`, {
        headers: { authorization: bola.authorization },
      })
      const [head = '', ...lines] = (await answer.text()).trim().split('\r\n')
      const names = head.split(',')
      return lines.map((line) => Object.fromEntries(line.split(BETWEEN_CELLS).map((cell, at) => [names[at], cell])))
    }
    expect(await csv('view=mine')).toEqual([
      expect.objectContaining({ id, owner: '"Bola Musa"', decided_by: '', reason: '' }),
    ])
    expect((await csv('view=mine'))[0]?.['due_at']).toBe((await list('view=mine', bola)).items[0]?.due_at)
    expect(await csv('status=approved')).toEqual([
      expect.objectContaining({
        id: other,
        decided_by: '"Halima Musa"',
        reason: '"The school has confirmed it."',
        due_at: '',
      }),
    ])
  })
})
