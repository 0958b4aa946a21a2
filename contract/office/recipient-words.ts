/** Words of recipients about a payout that arrived. Someone without a part in it reads them, and may publish them as a story. */
import { z } from 'zod'
import { RECIPIENT_WORDS_MAX, RECIPIENT_WORDS_WAYS } from '../aid/payout-fields.ts'
import { ownWords } from '../aid/payout-shapes.ts'
import { byId, staffWith } from '../platform/administration.ts'
import { anyone, endpoint, signedIn } from '../platform/endpoint.ts'
import { ok, personText, timestamp } from '../platform/fields.ts'
import { StoryText } from '../platform/texts.ts'

const said = {
  text: personText(RECIPIENT_WORDS_MAX).trim().min(1, 'This field is required.'),
  /** On our pages, once what identifies a person is taken out. */
  may_show: z.boolean(),
}
/** Number and code of the slip, as for `POST /api/confirmations`. */
const typed = { slip: z.string().max(20), code: z.string().max(20) }
const words = ok({ words: ownWords.nullable() })

/** As administrators read them. The id is that of the payout. */
const waiting = z.strictObject({
  id: z.uuid(),
  case_number: z.string(),
  text: z.string(),
  may_show: z.boolean(),
  /** All of the aid came back, or reached no one: the words are not shown, and any story of them has left the site. */
  came_back: z.boolean(),
  how: z.enum(RECIPIENT_WORDS_WAYS),
  said_at: timestamp,
})
export type WaitingWordsJson = z.input<typeof waiting>

export const recipientWordsEndpoints = {
  'PUT /api/payouts/:id/words': endpoint({
    ...signedIn('accounts'),
    summary:
      'The recipient of a payout that arrived says what it did for them, and whether it may be shown. Can be changed until someone has read it.',
    params: byId,
    body: z.strictObject(said),
    reply: words,
    errors: ['not_found', 'words_read'],
  }),
  'DELETE /api/payouts/:id/words': endpoint({
    ...signedIn('accounts'),
    summary: 'Withdraws these words: they are deleted, and the story that shows them leaves the site at once.',
    params: byId,
    reply: words,
    errors: ['not_found'],
  }),
  'POST /api/confirmations/words': endpoint({
    ...anyone('confirmations'),
    summary: 'The same, with the number and the code of the slip.',
    body: z.strictObject({ ...typed, ...said }),
    reply: words,
    errors: ['code_not_accepted', 'not_found', 'words_read'],
    secret: true,
  }),
  'POST /api/confirmations/words/withdrawal': endpoint({
    ...anyone('confirmations'),
    summary: 'Withdraws these words with the number and the code of the slip.',
    body: z.strictObject(typed),
    reply: words,
    errors: ['code_not_accepted'],
    secret: true,
  }),
  'GET /api/admin/recipient-words': endpoint({
    ...staffWith('administer'),
    summary:
      'Words of recipients that no one has read, the oldest first, at most 100: those about payouts in which the caller had no part, and how many wait for someone else.',
    reply: ok({ items: z.array(waiting), others: z.int() }),
  }),
  'POST /api/admin/recipient-words/:id/reading': endpoint({
    ...staffWith('administer'),
    summary: 'Says that these words were read. They are not shown.',
    params: byId,
    reply: ok({ id: z.uuid() }),
    errors: ['not_found', 'own_request', 'second_administrator_needed', 'already_decided'],
  }),
  'POST /api/admin/recipient-words/:id/story': endpoint({
    ...staffWith('administer'),
    summary:
      'Publishes these words as a story, without what identifies a person. Refused where the recipient did not agree, or while a publication waits for its second person.',
    params: byId,
    body: z.strictObject({ content: StoryText.pick({ language: true, title: true, who: true, text: true }) }),
    reply: ok({ id: z.uuid() }),
    errors: [
      'not_found',
      'forbidden',
      'own_request',
      'second_administrator_needed',
      'already_decided',
      'already_proposed',
      'not_published',
    ],
  }),
} as const
