/** Values or questions in the draft: added, changed, removed, and put in order by buttons, which a keyboard reaches. */
import { useEffect, useRef, type ReactNode } from 'react'
import { call } from '../../../api/client.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { organisation as words } from '#words/office/admin-organisation.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import type { OrganisationView, Sheet } from './steps.ts'
import { inTopics, moved, sheetOfRemoval, type ItemList } from './texts.ts'

export interface TextsProps {
  view: OrganisationView
  onChanged: (view: OrganisationView) => void
  onRefused: () => void
  onEdit: (sheet: Sheet) => void
}

const flat = <Item,>(topics: readonly [string, Item[]][]) => topics.flatMap(([, items]) => items)

type Move<Item> = (items: readonly Item[], done: string) => Promise<void>

interface TextItemsProps<Item extends object> extends TextsProps {
  list: ItemList<Item>
  /** Below what it stands. */
  heading?: 'h3' | 'h4'
  /** The form of the item at a place; behind the last: of a new one. */
  sheetAt: (at: number) => Sheet
  /** More acts on an item. */
  more?: (item: Item) => ReactNode
}

export function TextItems<Item extends object>({ list, sheetAt, more, ...props }: TextItemsProps<Item>) {
  const { heading: Heading = 'h4', view } = props
  const { draft } = view
  const items = list.read(draft.content)
  const topics = inTopics(list, items)
  const add = useRef<HTMLButtonElement>(null)
  const { keepFocus, move } = useMove(list, props)
  const mayRemove = (item: Item) => items.length > list.min && list.mayRemove?.(item) !== false
  const removal = (item: Item) => {
    keepFocus(add.current)
    props.onEdit(sheetOfRemoval(list, draft, item))
  }
  return (
    <div className="mt-4">
      <Heading className="font-semibold">{words.items[list.name].title}</Heading>
      {topics.map(([topic, those], place) => (
        <section key={topic} className="mt-2" aria-label={topic || undefined}>
          {topic !== '' && (
            <div className="row">
              <h5 className="row-text text-soft">{topic}</h5>
              <MoveButtons
                name={topic}
                place={place}
                all={topics}
                onMove={(all, done) => move(flat(all), done)}
                keepFocus={keepFocus}
              />
            </div>
          )}
          <ul className="rows">
            {those.map((item, at) => (
              <li key={list.titleOf(item)}>
                <details name={list.name}>
                  <summary className="cursor-pointer py-3 wrap-anywhere">{list.titleOf(item)}</summary>
                  <p className="request-text text-soft">{list.textOf(item)}</p>
                  <div className="my-3 flex flex-wrap gap-3">
                    <SmallButton onClick={() => props.onEdit(sheetAt(items.indexOf(item)))}>{words.edit}</SmallButton>
                    <MoveButtons
                      name={list.titleOf(item)}
                      place={at}
                      all={those}
                      onMove={(all, done) =>
                        move(
                          topics.flatMap(([, each]) => (each === those ? all : each)),
                          done,
                        )
                      }
                      keepFocus={keepFocus}
                    />
                    {mayRemove(item) && <SmallButton onClick={() => removal(item)}>{words.remove}</SmallButton>}
                    {more?.(item)}
                  </div>
                </details>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {items.length < list.max ? (
        <SmallButton ref={add} className="mt-3" onClick={() => props.onEdit(sheetAt(items.length))}>
          {words.items[list.name].add}
        </SmallButton>
      ) : (
        <p className="mt-3 text-soft">{words.full(list.max)}</p>
      )}
    </div>
  )
}

interface MoveButtonsProps<Each> {
  name: string
  place: number
  all: readonly Each[]
  onMove: Move<Each>
  keepFocus: (button: HTMLElement) => void
}

/** Nothing where there is one. At either end the button stays, so that it keeps the focus. */
function MoveButtons<Each>({ name, place, all, onMove, keepFocus }: MoveButtonsProps<Each>) {
  if (all.length === 1) return null
  const button = (by: 1 | -1, text: string, isEnd: boolean) => (
    <SmallButton
      aria-label={words.named(text, name)}
      aria-disabled={isEnd}
      className={isEnd ? 'opacity-50' : ''}
      onClick={({ currentTarget }) => {
        if (isEnd) return
        keepFocus(currentTarget)
        void onMove(moved(all, place, by), words.moved(name, place + 1 + by, all.length))
      }}
    >
      {text}
    </SmallButton>
  )
  return (
    <>
      {button(-1, words.moveUp, place === 0)}
      {button(1, words.moveDown, place === all.length - 1)}
    </>
  )
}

/** Saves another order, once at a time. What was pressed has the focus again, wherever its row went. */
function useMove<Item extends object>(list: ItemList<Item>, { view, onChanged, onRefused }: TextsProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const underWay = useRef(false)
  const kept = useRef<{ element: HTMLElement | null; revision: number }>(null)
  const { revision, content } = view.draft
  useEffect(() => {
    if (!kept.current || revision === kept.current.revision) return
    if (document.activeElement === document.body) kept.current.element?.focus()
    kept.current = null
  }, [revision])
  const keepFocus = (element: HTMLElement | null) => {
    kept.current = { element, revision }
  }
  const save = async (items: readonly Item[]) => {
    const body = { revision, content: list.write(content, items) }
    onChanged(await call('PUT /api/admin/organisation/draft', { body, bearer }))
  }
  const send: Move<Item> = async (items, done) => {
    if (underWay.current) return
    underWay.current = true
    if (!(await outcome(save(items), { done, failed: words.notMoved }))) onRefused()
    underWay.current = false
  }
  return { keepFocus, move: send }
}
