/** How we work: the reader's own roles first and open, the others below. */
import { STAFF_ROLES, type StaffRole } from '../../../../contract/platform/staff-roles.ts'
import { Card } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { staffGuide as words } from '#words/office/staff-guide.ts'
import { roleNames } from '#words/office/role-names.ts'
import { useAdministration } from '../../desk/administration.ts'
import { staffRolesOf } from '../../desk/staff-roles-of.ts'

export function GuidePage() {
  const { user } = useAdministration()
  const own = staffRolesOf(user)
  const others = STAFF_ROLES.filter((role) => !own.includes(role))
  return (
    <div className="grid max-w-4xl gap-4">
      <p className="text-lg text-soft">{words.lead}</p>
      {own.map((role) => (
        <Card key={role} title={`${words.yours}: ${roleNames[role]}`}>
          <Work role={role} />
        </Card>
      ))}
      <Card title={words.foundTitle}>
        <p>{words.found}</p>
      </Card>
      <Card title={words.wordsTitle}>
        <dl className="grid gap-3">
          {words.words.map(([word, meaning]) => (
            <div key={word}>
              <dt className="font-semibold">{word}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title={words.help}>
        <p>{words.helpText}</p>
      </Card>
      {others.map((role) => (
        <Disclosure key={role} title={roleNames[role]}>
          <Work role={role} />
        </Disclosure>
      ))}
    </div>
  )
}

const PARTS = ['day', 'month', 'trouble'] as const

function Work({ role }: { role: StaffRole }) {
  return PARTS.map((part) => (
    <section key={part} className="mt-4">
      <h3>{words[part]}</h3>
      <ul className="mt-1 grid list-disc gap-2 pl-5">
        {words.roles[role][part].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  ))
}
