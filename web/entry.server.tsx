/**
 * Renders a page to HTML during the build. Unlike the framework's own entry it waits for all content and never puts a part into a
 * hidden fragment that a script would have to move: each page can be read without JavaScript.
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
      // An error in a page must stop the build rather than be written into it.
      onError: reject,
      onShellError: reject,
    })
  })
}
