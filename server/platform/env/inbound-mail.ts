/** Answers by mail: the environment variables, and the settings that server/platform/env/env.ts reads from them. Off without them. */
import { z } from 'zod'

/** `reply+` and 52 characters fit into the 64 of a local part. */
const LOCAL_CHARACTERS_MAX = 11

export const inboundMailVariables = {
  INBOUND_MAIL_ADDRESS: z
    .email('must be an e-mail address')
    .toLowerCase()
    .refine((value) => !value.includes('+'), 'must have no +: the address of each thread adds one')
    .refine(
      (value) => value.indexOf('@') <= LOCAL_CHARACTERS_MAX,
      `must have at most ${LOCAL_CHARACTERS_MAX} characters before the @`,
    )
    .optional(),
  INBOUND_MAIL_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
} as const

type Values = z.output<z.ZodObject<typeof inboundMailVariables>>

/** Undefined: mail is not received, and answers go to the support address. */
export type InboundMailSettings = { readonly address: string; readonly secret: string } | undefined

export function inboundMailSettings(values: Values): InboundMailSettings {
  const { INBOUND_MAIL_ADDRESS: address, INBOUND_MAIL_SECRET: secret } = values
  return address !== undefined && secret !== undefined ? { address, secret } : undefined
}

export function inboundMailFaults(values: Values): string[] {
  const { INBOUND_MAIL_ADDRESS: address, INBOUND_MAIL_SECRET: secret } = values
  if ((address === undefined) === (secret === undefined)) return []
  return address === undefined
    ? ['INBOUND_MAIL_ADDRESS: missing, while INBOUND_MAIL_SECRET is set']
    : ['INBOUND_MAIL_SECRET: missing, while INBOUND_MAIL_ADDRESS is set']
}
