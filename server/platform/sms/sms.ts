/** A text message, what sends it, and how that can fail. */
import type { Sender } from '../outbox.ts'

export interface TextMessage {
  id: string
  /** Digits only, starting with the country code: 2348031234567. */
  to: string
  text: string
  createdAt: Date
}

/** The provider's id of an accepted message, by which it reports; null where its answer names none. */
export type ProviderId = string | null

/** Throws an {@link SmsFailure}, or the error of a file. */
export type TextSender = Sender<TextMessage, ProviderId>

export interface TextProvider extends TextSender {
  /**
   * The account's remaining credit, in the provider's currency. Sends no message and costs nothing.
   * @throws SmsFailure
   */
  credit(): Promise<number>
}

/** Why a provider did not accept a message. It holds no telephone number and no text of the provider, so it may be logged. */
export class SmsFailure extends Error {
  override readonly name = 'SmsFailure'
  readonly code: string
  /** Whether another attempt may succeed. */
  readonly retryable: boolean
  constructor(code: string, retryable: boolean) {
    super(code)
    this.code = code
    this.retryable = retryable
  }
}

/** The code of a failure: the number's owner asked for no more texts. */
export const STOPPED = 'STOPPED'
