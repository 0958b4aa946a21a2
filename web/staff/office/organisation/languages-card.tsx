/** The languages of the way in to aid: how far each is, and who reviewed it. */
import { Card } from '../../../ui/card.tsx'
import { organisation } from '#words/office/admin-organisation.ts'
import type { OrganisationView } from './steps.ts'

const words = organisation.catalogues

export function LanguagesCard({ languages }: Pick<OrganisationView, 'languages'>) {
  return (
    <Card title={words.title}>
      <p className="mt-1 text-sm text-soft">{words.lead}</p>
      <ul className="rows mt-3">
        {languages.map(({ name, complete, of, review, is_shown: isShown }) => (
          <li key={name} className="py-3">
            <span className="font-semibold">{name}.</span> {words.complete(complete, of)}{' '}
            {review ? words.reviewed(review.by, review.on) : words.draft} {isShown ? words.shown : words.off}
          </li>
        ))}
      </ul>
    </Card>
  )
}
