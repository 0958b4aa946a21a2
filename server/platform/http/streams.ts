/** Answers that are too long to be held: text that is sent piece by piece, as fast as it is taken. */
import type { Context } from 'hono'
import type { Core } from '../core.ts'
import { invariant } from '../errors.ts'

/**
 * Text in pieces as a body. The first piece is there before the answer begins, so what goes wrong until then is still answered as a
 * problem; later it can only break the answer off, and is logged.
 * @param mayGoOn throws before a later piece where the caller may read no more
 */
export async function streamText(
  { log }: Pick<Core, 'log'>,
  result: unknown,
  mayGoOn?: () => Promise<unknown> | null,
): Promise<ReadableStream<Uint8Array>> {
  const pieces = piecesOf(result)
  const encoder = new TextEncoder()
  let next: Promise<IteratorResult<unknown>> | undefined = Promise.resolve(await pieces.next())
  let hasLeft = false
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        if (!next) await mayGoOn?.()
        const piece = await (next ?? pieces.next())
        next = undefined
        if (hasLeft) return
        if (piece.done) controller.close()
        else controller.enqueue(encoder.encode(String(piece.value)))
      } catch (error) {
        log.error({ err: error }, 'an answer broke off')
        controller.error(error)
        await pieces.return?.(undefined)
      }
    },
    async cancel() {
      hasLeft = true
      await pieces.return?.(undefined)
    },
  })
}

function piecesOf(result: unknown): AsyncIterator<unknown> {
  invariant(typeof result === 'object' && result !== null && Symbol.asyncIterator in result, 'a download is in pieces')
  const begin = result[Symbol.asyncIterator]
  invariant(typeof begin === 'function', 'a download is in pieces')
  return begin.call(result)
}

/** Offers it to be kept as a file. */
export function sendFile(
  c: Context,
  body: ReadableStream<Uint8Array>,
  name: string,
  contentType = 'application/octet-stream',
): Response {
  c.header('Content-Disposition', `attachment; filename="${name}"`)
  return c.body(body, 200, { 'content-type': contentType })
}
