/** The pages as React Router renders them, on our own router (page-router.ts). Its tree must equal that of the server's entry. */
import { createElement, Fragment } from 'react'
import {
  UNSAFE_FrameworkContext as FrameworkContext,
  type DataRouteMatch,
  type DataRouteObject,
  type UNSAFE_AssetsManifest as Manifest,
  type UNSAFE_RouteModules as RouteModules,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { PageRouter } from './page-router.ts'

declare global {
  interface Window {
    /** Every route with the file of its module, from the scripts of the prerendered page. */
    __reactRouterManifest: Manifest
    /** The modules of the current page, loaded by its scripts. */
    __reactRouterRouteModules: RouteModules
  }
}

const { __reactRouterManifest: manifest, __reactRouterRouteModules: modules } = window
const entries = Object.values(manifest.routes).filter((entry) => entry !== undefined)
const router = new PageRouter(routesUnder(undefined), loadPage).initialize()

export function PageApp() {
  return (
    <>
      <FrameworkContext
        value={{
          manifest,
          routeModules: modules,
          future: {},
          ssr: false,
          isSpaMode: false,
          routeDiscovery: { mode: 'initial', manifestPath: '' },
        }}
      >
        <RouterProvider router={router} />
      </FrameworkContext>
      <></>
    </>
  )
}

function routesUnder(parentId: string | undefined): DataRouteObject[] {
  return entries.filter((entry) => entry.parentId === parentId).map(routeOf)
}

function routeOf({ id, index, path }: (typeof entries)[number]): DataRouteObject {
  const route = { id, ...(path !== undefined && { path }), ...elementsOf(id) }
  if (index === true) return { ...route, index }
  const children = routesUnder(id)
  return children.length > 0 ? { ...route, children } : route
}

/** Elements of a route, once its module is loaded. The root's layout goes around its page and around its error. */
function elementsOf(id: string): Pick<DataRouteObject, 'element' | 'errorElement'> {
  const module = modules[id]
  if (!module) return {}
  const { default: Page, ErrorBoundary, Layout = Fragment } = module
  return {
    element: createElement(Layout, null, createElement(Page)),
    ...(ErrorBoundary && { errorElement: createElement(Layout, null, createElement(ErrorBoundary)) }),
  }
}

async function loadPage(matches: readonly DataRouteMatch[]): Promise<void> {
  await Promise.all(
    matches.map(async ({ route }) => {
      const entry = manifest.routes[route.id]
      if (!entry || modules[route.id]) return
      modules[route.id] = await import(/* @vite-ignore */ entry.module)
      Object.assign(route, elementsOf(route.id))
    }),
  )
}
