/** Looks up people by telephone or name before anyone is entered, so that no one is entered twice. */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { BeneficiaryJson } from '../../../../contract/aid/admin.ts'
import { isPhone } from '../../../../contract/record/profile-fields.ts'
import { call } from '../../../api/client.ts'
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { Button, SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { intake as words } from '#words/aid/admin-intake.ts'
import { useAdministration } from '../../desk/administration.ts'
import { nameOf } from '../applicants/beneficiaries.ts'
import type { Chosen } from './intake.ts'

/** More than these are not looked through. */
const SHOWN_MAX = 8

interface PersonSearchProps {
  /** @param id of the profile */
  onKnown: (id: string) => void
  onNew: (chosen: Extract<Chosen, { is: 'new' }>) => void
}

export function PersonSearch({ onKnown, onNew }: PersonSearchProps) {
  const { bearer, onRefusal } = useAdministration()
  const input = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<{ typed: string; people: readonly BeneficiaryJson[]; isMore: boolean }>()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    // On a phone, the keyboard would cover the page before it is read.
    if (window.matchMedia('(pointer: fine)').matches) input.current?.focus({ preventScroll: true })
  }, [])
  const lookUp = async (event: FormEvent) => {
    event.preventDefault()
    const typed = input.current?.value.trim() ?? ''
    setFault(typed === '' ? words.searchMissing : undefined)
    if (typed === '' || busy) return
    setBusy(true)
    try {
      const page = await call('GET /api/admin/beneficiaries', {
        query: { search: typed, limit: String(SHOWN_MAX) },
        bearer,
      })
      setFound({ typed, people: page.items, isMore: page.next_cursor !== null })
    } catch (problem) {
      if (!onRefusal(problem)) failWithToast(words.lookUpFailed, problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={words.who}>
      <search>
        <form className="mt-3 grid max-w-md gap-4" onSubmit={(event) => void lookUp(event)} noValidate>
          <TextField
            ref={input}
            name="person"
            label={words.search}
            hint={words.searchHint}
            error={fault}
            maxLength={100}
            autoComplete="off"
            onInput={() => setFault(undefined)}
          />
          <Button type="submit" className="justify-self-start" busy={busy}>
            {busy ? words.lookingUp : words.lookUp}
          </Button>
        </form>
      </search>
      <output className="mt-3 block font-semibold">
        {found && (found.people.length === 0 ? words.noneFound : words.found(found.people.length))}
      </output>
      {found && (
        <>
          <ul className="rows">
            {found.people.map((person) => (
              <PersonRow key={person.id} person={person} onKnown={onKnown} />
            ))}
          </ul>
          {found.isMore && <p className="text-sm text-soft">{words.foundMany(found.people.length)}</p>}
          <Button
            look={found.people.length === 0 ? 'primary' : 'outline'}
            className="mt-4"
            onClick={() => onNew(newFrom(found.typed))}
          >
            {words.someoneNew}
          </Button>
        </>
      )}
    </Card>
  )
}

/** Takes the search text as the telephone number or the name. */
function newFrom(typed: string): Extract<Chosen, { is: 'new' }> {
  return isPhone(typed) ? { is: 'new', name: '', phone: typed } : { is: 'new', name: typed, phone: '' }
}

function PersonRow({ person, onKnown }: { person: BeneficiaryJson; onKnown: PersonSearchProps['onKnown'] }) {
  const name = nameOf(person.full_name)
  const about = [person.phone, person.applications === 0 ? words.noRequests : words.requests(person.applications)]
  return (
    <li className="row">
      <div className="row-text">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-soft wrap-anywhere">{about.filter((part) => part !== '').join(' · ')}</p>
      </div>
      <SmallButton aria-label={words.chooseNamed(name)} onClick={() => onKnown(person.id)}>
        {words.choose}
      </SmallButton>
    </li>
  )
}
