/**
 * Sends requests for the signed-in user: the one place that handles a 401. The first one is retried with a renewed token, a second
 * one ends the session here too.
 */

/** The signed-in person, as requests need them: the signed-in state of `useSession()` has it. */
export interface Bearer {
  /** The access token; empty after the session has ended. @throws NetworkFailure when it has to be renewed and no answer comes */
  token(): Promise<string>
  /**
   * Another token in the place of one that the server refused.
   * @returns undefined when the session can no longer be renewed; it has ended by then
   * @throws NetworkFailure
   */
  renew(refused: string): Promise<string | undefined>
  /** Ends the session here, because the server refuses it. */
  end(): Promise<void>
}

/** For one request and its repeats. Clients that send their own requests, such as tus, use it directly. */
export class Authorization {
  private readonly bearer: Bearer
  private last: string | undefined
  private isRenewed = false

  constructor(bearer: Bearer) {
    this.bearer = bearer
  }

  /** The token for the next request. @throws NetworkFailure */
  async token(): Promise<string> {
    this.last = this.isRenewed && this.last !== undefined ? this.last : await this.bearer.token()
    return this.last
  }

  /**
   * To be told the status of each response.
   * @returns whether the same request should be sent again, with another token
   * @throws NetworkFailure
   */
  async shouldRepeat(status: number): Promise<boolean> {
    if (status !== 401) {
      this.isRenewed = false
      return false
    }
    if (this.isRenewed) {
      await this.bearer.end()
      return false
    }
    this.last = await this.bearer.renew(this.last ?? '')
    this.isRenewed = this.last !== undefined
    return this.isRenewed
  }
}

/** Sends a request with the access token, and once more with a renewed one after a 401. @throws NetworkFailure */
export async function sendAuthorized(bearer: Bearer, send: (token: string) => Promise<Response>): Promise<Response> {
  const authorization = new Authorization(bearer)
  for (;;) {
    const response = await send(await authorization.token())
    if (!(await authorization.shouldRepeat(response.status))) return response
  }
}
