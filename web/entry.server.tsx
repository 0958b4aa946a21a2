/**
 * Renders a page to HTML while the pages are built. Unlike the framework's own entry it waits for everything and never
 * outlines a part into a hidden fragment that a script would have to move: each page reads without JavaScript.
 */
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

export default function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      progressiveChunkSize: Infinity,
      onAllReady() {
        const body = new PassThrough()
        pipe(body)
        headers.set('Content-Type', 'text/html')
        resolve(text(body).then((html) => new Response(html, { headers, status })))
      },
      // A fault in a page must stop the build, not be written into it.
      onError: reject,
      onShellError: reject,
    })
  })
}
