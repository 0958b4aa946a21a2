/** All refusals of an endpoint: its own, and those that follow from its guard, input and limits. */
import type { Endpoint, Guard } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

const OF_GUARDS: Readonly<Record<Guard, readonly ErrorCode[]>> = {
  anyone: [],
  session: ['unauthorized', 'password_change_required', 'second_fact_needed'],
  signed_in: ['unauthorized', 'mfa_required', 'password_change_required', 'second_fact_needed'],
  admin: ['unauthorized', 'forbidden', 'role_needed', 'mfa_required', 'password_change_required', 'second_fact_needed'],
  provider: ['invalid_signature'],
  operator: ['forbidden'],
}

/** For the OpenAPI document and the fuzzer. Any other code from this endpoint is a bug. */
export function possibleErrors(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  const takesBody = endpoint.body !== undefined || endpoint.rawBody === true
  return new Set<ErrorCode>([
    ...(endpoint.errors ?? []),
    ...OF_GUARDS[endpoint.guard],
    'internal',
    'unavailable',
    ...(endpoint.params || endpoint.query || endpoint.body ? (['invalid_input'] as const) : []),
    ...(endpoint.body ? (['malformed_json', 'unsupported_media_type'] as const) : []),
    ...(takesBody ? (['body_too_large', 'request_timeout'] as const) : []),
    ...(endpoint.limit === 'none' ? [] : (['rate_limited'] as const)),
    ...(endpoint.idempotent ? (['idempotency_key_missing'] as const) : []),
  ])
}
