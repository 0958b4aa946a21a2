/** Whether the number that a person signs in with may have a new owner: what a call reports, or that it is still theirs. */
import { PHONE_REPORTS, TRUST_GROUNDS } from '../../../../contract/people/number-doubt.ts'
import type { Bearer } from '../../../api/authorization.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { SelectField } from '../../../ui/select.tsx'
import { numberDoubt as words } from '#words/aid/number-doubt.ts'
import { May } from '../../desk/may.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { Opener } from '../../desk/parts/opener.tsx'

type Person = CallReply<'GET /api/admin/beneficiaries/:id'>

/** Nothing for a person whose number does not sign in. */
export function NumberDoubt({ person, onChanged }: { person: Person; onChanged: () => void }) {
  const { id, number_doubt: doubt } = person
  if (!person.signs_in_by_text) return null
  const params = { id }
  return (
    <section className="mt-6">
      <h3 className="font-semibold">{words.title}</h3>
      {doubt && <p className="mt-1 text-soft">{words.doubts[doubt]}</p>}
      <May duty="decide_requests">
        <div className="mt-3 flex flex-wrap gap-2">
          {doubt && (
            <Opener text={words.trust}>
              {(close) => (
                <OneChoice
                  title={words.trustTitle}
                  lead={words.trustLead}
                  label={words.how}
                  choices={TRUST_GROUNDS}
                  names={words.grounds}
                  says={{ button: words.trustButton, done: words.trusted, failed: words.notTrusted }}
                  send={(ground, bearer) =>
                    call('POST /api/admin/beneficiaries/:id/number-trust', { params, body: { ground }, bearer })
                  }
                  onClose={close}
                  onDone={onChanged}
                />
              )}
            </Opener>
          )}
          <Opener text={words.report}>
            {(close) => (
              <OneChoice
                title={words.reportTitle}
                lead={words.reportLead}
                label={words.what}
                choices={PHONE_REPORTS.filter((report) => report !== doubt)}
                names={words.reports}
                says={{ button: words.reportButton, done: words.reported, failed: words.notReported }}
                send={(report, bearer) =>
                  call('POST /api/admin/beneficiaries/:id/number-report', { params, body: { report }, bearer })
                }
                onClose={close}
                onDone={onChanged}
              />
            )}
          </Opener>
        </div>
      </May>
    </section>
  )
}

interface OneChoiceProps<Value extends string> {
  title: string
  lead: string
  label: string
  choices: readonly Value[]
  names: Readonly<Record<Value, string>>
  says: { readonly button: string; readonly done: string; readonly failed: string }
  send: (value: Value, bearer: Bearer) => Promise<unknown>
  onClose: () => void
  onDone: () => void
}

function OneChoice<Value extends string>(props: OneChoiceProps<Value>) {
  const { title, lead, label, choices, names, says, send, onClose, onDone } = props
  const find = (typed: string) => choices.find((each) => each === typed)
  return (
    <FormDialog
      title={title}
      lead={lead}
      names={['choice']}
      check={(typed) => ({ choice: find(typed('choice')) ? undefined : words.chooseOne })}
      words={says}
      send={async (typed, bearer) => {
        const value = find(typed('choice'))
        if (value) await send(value, bearer)
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {(form) => (
        <SelectField
          {...form.field('choice')}
          label={label}
          none={words.chooseOne}
          defaultValue=""
          options={choices.map((each) => [each, names[each]])}
        />
      )}
    </FormDialog>
  )
}
