/** Hydrates the prerendered page in the browser. */
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { withoutLanguage } from './lib/language.ts'
import { PageHistory } from './lib/page-history.ts'
import { Root } from './root.tsx'
import { loadPage } from './routes.ts'

const history = new PageHistory(
  await loadPage((import.meta.env.TRANSLATED ? withoutLanguage(window.location) : window.location).pathname),
  loadPage,
)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Root history={history} ready={earlyPress()} />
    </StrictMode>,
  )
})
