/**
 * For administrators' pages: a redirect to `/admin-auth` when signed out, a notice for users without the role, and the second step
 * where the server requires it. The server checks all of this again with each call.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from '../../lib/router.tsx'
import type { ErrorCode } from '../../../contract/platform/errors.ts'
import { hasDuty, type Duty } from '../../../contract/platform/staff-roles.ts'
import { staffRolesOf } from './staff-roles-of.ts'
import { ApiProblem } from '../../api/client.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { administration as words } from '#words/office/administration.ts'
import { GoTo } from '../../lib/go-to.tsx'
import { choosePasswordAddress, mustChoosePassword } from '../../api/session/landing.ts'
import { RequireSession } from '../../ui/session/require-session.tsx'
import { SecondStepOnDemand } from '../../ui/session/second-step-on-demand.tsx'
import type { SignedIn } from '../../api/session/session.ts'
import { AdministrationContext } from './administration.ts'
import { DecisionCounter, RailCounters } from './parts/counters.ts'
import { WithDrafts } from '../aid/request/with-drafts.tsx'

interface AdministratorsOnlyProps {
  /** The duty that the page serves. */
  duty: Duty
  /** As large as the content, while the session is unknown. */
  skeleton: ReactNode
  children: ReactNode
}

export function AdministratorsOnly({ duty, skeleton, children }: AdministratorsOnlyProps) {
  return (
    <RequireSession skeleton={skeleton} signInAt="/admin-auth" stays>
      {(session) => (
        <ByRole session={session} duty={duty} skeleton={skeleton}>
          {children}
        </ByRole>
      )}
    </RequireSession>
  )
}

/** Refusals that concern the whole dashboard, not one part of it. */
const REFUSALS = ['forbidden', 'mfa_required', 'password_change_required'] as const satisfies readonly ErrorCode[]
type RefusalCode = (typeof REFUSALS)[number]

const TWO_STEP = '/account?section=two-step'

interface ByRoleProps extends AdministratorsOnlyProps {
  session: SignedIn
}

function ByRole({ session, duty, skeleton, children }: ByRoleProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [refusal, setRefusal] = useState<RefusalCode | null>(null)
  const { user, role, bearer } = session
  const roles = staffRolesOf(user)
  const may = (asked: Duty) => hasDuty(roles, asked)
  const client = useQueryClient()
  useEffect(() => {
    if (refusal !== null) client.removeQueries({ type: 'inactive' })
  }, [refusal, client])
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false

  if (role !== 'admin' || refusal === 'forbidden') return <NoAccess email={user.email ?? ''} />
  if (!may(duty)) return <NoDuty />
  if (mustChoosePassword(session) || refusal === 'password_change_required') {
    return <GoTo to={choosePasswordAddress(pathname + search)} />
  }
  if (refusal === 'mfa_required' && !hasFactor) return <FactorNeeded />
  if (refusal === 'mfa_required') {
    return (
      <div className="card mx-auto max-w-2xl">
        <SecondStepOnDemand
          user={user}
          onDone={() => setRefusal(null)}
          cancel={{ text: words.leaveStep, onCancel: () => void navigate('/account') }}
        />
      </div>
    )
  }
  const onRefusal = (problem: unknown) => {
    const code = problem instanceof ApiProblem ? REFUSALS.find((known) => known === problem.code) : undefined
    if (code) setRefusal(code)
    return code !== undefined
  }
  return (
    <AdministrationContext value={{ user, bearer, may, onRefusal }}>
      {!hasFactor && <NoFactor />}
      <RailCounters />
      {may('see_requests') && <DecisionCounter />}
      {may('see_requests') ? <WithDrafts skeleton={skeleton}>{children}</WithDrafts> : children}
    </AdministrationContext>
  )
}

function NoAccess({ email }: { email: string }) {
  return (
    <EmptyState icon="lock" title={words.noAccessTitle} text={words.noAccess(email)}>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <Link to="/admin-auth" className={buttonClass('primary')}>
          {words.otherAccount}
        </Link>
        <Link to="/account" className={buttonClass('outline')}>
          {words.ownAccount}
        </Link>
      </div>
    </EmptyState>
  )
}

function NoDuty() {
  return <EmptyState icon="lock" title={words.noDutyTitle} text={words.noDuty} />
}

/** Shown on every visit, until there is one. */
function NoFactor() {
  return (
    <p className="notice no-print mb-2" title={words.noFactor}>
      <strong>{words.noFactorTitle}</strong>
      <Link to={TWO_STEP} className="link-target">
        {words.addFactor}
      </Link>
    </p>
  )
}

function FactorNeeded() {
  return (
    <EmptyState icon="shield" title={words.factorNeededTitle} text={words.factorNeeded}>
      <Link to={TWO_STEP} className={buttonClass('primary', 'mt-3')}>
        {words.addFactor}
      </Link>
    </EmptyState>
  )
}
