/** A text message, what hands it over, and how that can fail. */
export interface TextMessage {
  id: string
  /** Digits only, with the country in front: 2348031234567. */
  to: string
  text: string
  createdAt: Date
}

export interface TextSender {
  /** Hands one message over, or throws: an {@link SmsFailure}, or whatever befell a file. */
  send(message: TextMessage): Promise<void>
}

export interface TextProvider extends TextSender {
  /**
   * What the account has left, in the provider's own currency: asked of it, which sends nothing and costs nothing.
   * @throws SmsFailure
   */
  credit(): Promise<number>
}

/** Why a provider did not take a message. It holds no number and none of the provider's words, so it may be logged. */
export class SmsFailure extends Error {
  override readonly name = 'SmsFailure'
  readonly code: string
  /** Whether another try may end otherwise. */
  readonly again: boolean
  constructor(code: string, again: boolean) {
    super(code)
    this.code = code
    this.again = again
  }
}
