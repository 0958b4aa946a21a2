/** Frozen wallets for administrators, and the decisions about them. */
import { z } from 'zod'
import { actor, staffWith } from '../platform/administration.ts'
import { proposal } from '../people/decisions.ts'
import { endpoint } from '../platform/endpoint.ts'
import { naira, personText, timestamp } from '../platform/fields.ts'
import { WALLET_ACTIONS, WALLET_DECISION_CHARACTERS_MAX } from './wallet-decision-fields.ts'

/** A wallet that lacked the money for a reversal of its top-ups. */
export const frozenWallet = z.strictObject({
  wallet_id: z.uuid(),
  /** Without a name and an address once the account was closed. */
  owner: actor,
  is_closed: z.boolean(),
  frozen_at: timestamp,
  /** The reversed amount that it no longer held and that is not settled. */
  lost: naira,
  /** The part that the organisation has paid. */
  covered: naira,
  /** The wallet's balance. */
  held: naira,
  /** The possible decisions. */
  actions: z.array(z.enum(WALLET_ACTIONS)),
  /** Waiting for a second administrator. */
  proposal: z
    .strictObject({
      ...proposal.shape,
      /** The amount to settle. Null if the wallet is only thawed. */
      amount: naira.nullable(),
    })
    .nullable(),
})

/** As JSON: amounts in naira, timestamps as text. */
export type FrozenWalletJson = z.input<typeof frozenWallet>

export const walletDecisionEndpoints = {
  'POST /api/admin/books/wallet-decisions': endpoint({
    ...staffWith('handle_money'),
    summary:
      'Proposes a decision about a frozen wallet. `cover`: the organisation has paid the loss into the bank account. `repaid`: the owner has. `thaw`: the wallet may be used again, once its loss is settled. A second administrator must confirm it.',
    body: z.strictObject({
      wallet: z.uuid(),
      action: z.enum(WALLET_ACTIONS),
      reason: personText(WALLET_DECISION_CHARACTERS_MAX).trim().min(1, 'This field is required.'),
    }),
    reply: { status: 201, schema: proposal },
    errors: ['not_found', 'already_proposed', 'wallet_decision_refused'],
  }),
} as const
