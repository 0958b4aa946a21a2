/**
 * Renders a page to HTML, during the build. It waits for all content and never puts a part into a hidden fragment that a script would
 * have to move: each page can be read without JavaScript.
 */
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { StrictMode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { Root } from './root.tsx'
import { findRoute, loadPage, table } from './routes.ts'
import { staffTable } from './staff-routes.ts'

/**
 * What is rendered. Some pages are templates: those with `-`, such as `/receipts/-` for every receipt; `/404` for every unknown
 * address; and those that the server fills in, such as its answers to forms without the page's script.
 */
export const addresses = [
  ...[...table.routes, ...staffTable.routes].flatMap(({ path, parts = [] }) => {
    const own = path.replace(/\/:\w+\?$/, '').replace(/:\w+$/, '-')
    const ofParts = parts.map((part) => path.replace(/:part\??$/, part))
    return path.endsWith('/:part') ? ofParts : [own].concat(ofParts)
  }),
  '/404',
]

/** @returns the modules that an address loads, as they are named in the sources */
export async function modulesOf(address: string): Promise<string[]> {
  const { route, routes } = await findRoute(address)
  const files = [route.page, route.frame].filter((file) => file !== undefined)
  return [
    ...(routes === staffTable.routes ? ['web/staff-routes.ts'] : []),
    ...files.map((file) => `web/pages/${file}.tsx`),
  ]
}

/** @param script the module that hydrates the page */
export async function renderPage(pathname: string, script: string): Promise<string> {
  const location = { pathname, search: '', hash: '', state: null, key: '' }
  const history = {
    shown: { page: await loadPage(pathname), location },
    subscribe: () => () => {},
    navigate: () => Promise.resolve(),
    scroll: () => {},
  }
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <StrictMode>
        <Root history={history} ready={() => {}} />
      </StrictMode>,
      {
        progressiveChunkSize: Infinity,
        onAllReady() {
          const body = new PassThrough()
          pipe(body)
          // React would load it before the style sheet, and a slow line paint later for it.
          resolve(
            text(body).then((page) =>
              page.replace(
                '</body>',
                `<script type="module" src="${script}" async fetchpriority="low"></script></body>`,
              ),
            ),
          )
        },
        // An error in a page must stop the build rather than be written into it.
        onError: reject,
        onShellError: reject,
      },
    )
  })
}
