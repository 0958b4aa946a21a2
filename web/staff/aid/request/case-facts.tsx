/** Facts of a request and its applicant. */
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { policyVersionsPath } from '../../../../contract/platform/policy-names.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { sumNaira } from '../../desk/sum-naira.ts'
import { phoneDigits } from '../../../lib/phone-digits.ts'
import { Card } from '../../../ui/card.tsx'
import { useStaffFundNames } from '../../money/fund-names.ts'
import { applicationNames } from '#words/aid/application-names.ts'
import { review as words } from '#words/aid/review.ts'
import { Fact, Facts } from '../../desk/parts/facts.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
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
          value={urgency === null ? '' : applicationNames.urgencies[urgency]}
          missing={words.noUrgency}
        />
        <Fact isLong name={words.location} value={location} missing={words.nothing} />
        <FundsLeft details={details} />
        {entered !== null && details.helper !== null && <Helper helper={details.helper} name={nameOfPerson(entered)} />}
        {entered !== null && details.helper === null && (
          <Fact
            isLong
            name={words.channel}
            value={words.enteredBy(words.channels[details.channel], nameOfPerson(entered))}
            missing={words.nothing}
          />
        )}
        <PolicyShown policy="privacy" shown={details.privacy} />
        {details.terms !== null && <PolicyShown policy="terms" shown={details.terms} />}
      </Facts>
      <SameNeed details={details} />
    </Card>
  )
}

/** Someone who asked for the applicant: staff reach them too, and see when they ask for many. */
function Helper({ helper, name }: { helper: NonNullable<ApplicationDetailsJson['helper']>; name: string }) {
  const { relation, phone, people } = helper
  return (
    <>
      <Fact
        isLong
        name={words.helper}
        value={words.helperName(name, words.helperRelations[relation])}
        missing={words.nothing}
      />
      <Fact name={words.helperPhone} value={phone} missing={words.nothing} />
      <Fact name={words.helperPeople} value={String(people)} missing={words.nothing} />
    </>
  )
}

/** The agreements of the person. */
function PolicyShown({ policy, shown }: { policy: 'privacy' | 'terms'; shown: ApplicationDetailsJson['privacy'] }) {
  const version = shown?.version ?? ''
  const to = shown?.is_stored ? { to: policyVersionsPath(policy, version) } : {}
  return <Fact name={words[policy]} value={version} missing={words.noPolicy} {...to} />
}

/** Funds that an award could draw on. */
function FundsLeft({ details: { amount_requested: asked, funds, status } }: { details: ApplicationDetailsJson }) {
  const nameOf = useStaffFundNames()
  if (status === 'rejected') return null
  return (
    <div className="fact-long">
      <dt>{words.fundsLeft}</dt>
      {funds.map(({ fund, spendable }) => (
        <dd key={fund}>{words.fundLeft(nameOf(fund), formatNaira(spendable))}</dd>
      ))}
      {asked !== null && sumNaira(funds.map(({ spendable }) => spendable)) < asked && (
        <dd className="font-semibold text-alert">{words.fundsShort}</dd>
      )}
    </div>
  )
}

export function ApplicantFacts({ details }: { details: ApplicationDetailsJson }) {
  const { applicant, bio } = details
  return (
    <Facts>
      <Fact name={words.name} value={applicant.full_name} missing={words.nothing} />
      <Fact
        name={words.phone}
        value={applicant.phone}
        missing={words.nothing}
        to={`tel:${phoneDigits(applicant.phone)}`}
      />
      <Fact isLong name={words.email} value={applicant.email} missing={words.nothing} />
      <Fact isLong name={words.address} value={applicant.address} missing={words.nothing} />
      <Fact isLong name={words.bio} value={bio} missing={words.nothing} />
    </Facts>
  )
}
