/** Hydrates the prerendered page in the browser. */
import { createElement, startTransition, StrictMode, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { PageApp } from './page-app.tsx'

// Hot reload needs React Router's own.
const App: ComponentType = import.meta.env.DEV ? (await import('react-router/dom')).HydratedRouter : PageApp

startTransition(() => {
  hydrateRoot(document, <StrictMode>{createElement(App)}</StrictMode>)
})
