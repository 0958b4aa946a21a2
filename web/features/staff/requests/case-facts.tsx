/** What is asked for, and who asks: on the page of a request, and on its sheet of paper. */
import type { ApplicationDetailsJson } from '../../../../contract/admin.ts'
import { formatNaira } from '../../../../contract/money.ts'
import { phoneDigits } from '../../../lib/phone-digits.ts'
import { Card } from '../../../ui/card.tsx'
import { applications } from '#words/applications.ts'
import { review as words } from '#words/review.ts'
import { Fact, Facts } from '../parts/facts.tsx'
import { nameOfPerson } from '../parts/people.ts'
import { SameNeed } from './related.tsx'

export function Asked({ details }: { details: ApplicationDetailsJson }) {
  const { amount_requested: amount, urgency, description, location, entered_by: entered } = details
  return (
    <Card title={words.description}>
      <p className="request-text">{description === '' ? words.nothing : description}</p>
      <Facts>
        <Fact name={words.columns.amount} value={amount === null ? '' : formatNaira(amount)} missing={words.noAmount} />
        <Fact
          name={words.columns.urgency}
          value={urgency === null ? '' : applications.urgencies[urgency]}
          missing={words.noUrgency}
        />
        <Fact name={words.location} value={location} missing={words.nothing} />
        {entered !== null && (
          <Fact
            name={words.channel}
            value={words.enteredBy(words.channels[details.channel], nameOfPerson(entered))}
            missing={words.nothing}
          />
        )}
      </Facts>
      <SameNeed details={details} />
    </Card>
  )
}

export function ApplicantFacts({ details }: { details: ApplicationDetailsJson }) {
  const { applicant, bio } = details
  return (
    <Facts>
      <Fact name={words.name} value={applicant.full_name} missing={words.nothing} />
      <Fact name={words.email} value={applicant.email} missing={words.nothing} />
      <Fact
        name={words.phone}
        value={applicant.phone}
        missing={words.nothing}
        to={`tel:${phoneDigits(applicant.phone)}`}
      />
      <Fact name={words.address} value={applicant.address} missing={words.nothing} />
      <Fact name={words.bio} value={bio} missing={words.nothing} />
    </Facts>
  )
}
