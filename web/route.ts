/** A screen and its address. The tables are in routes.ts and staff-routes.ts. */
import type { ComponentType, ReactNode } from 'react'
import type { Params } from './lib/router.tsx'
import type { TextPart } from '../contract/platform/texts.ts'
import type { PageMeta } from './page-meta.ts'

/** The exports of a file in pages/. */
export interface PageModule {
  /** Texts of the organisation that it shows. */
  readonly texts?: readonly TextPart[]
  readonly default: ComponentType
  readonly meta?: (page: { params: Params }) => readonly PageMeta[]
}

/** A frame around several pages, which stays when one of them follows another. */
export interface FrameModule {
  readonly default: ComponentType<{ children: ReactNode }>
}

export interface Route {
  /** Pattern of its address. */
  readonly path: string
  /** Name of its file in pages/. */
  readonly page: string
  /** Name of the file of its frame. */
  readonly frame?: string
  /** All values of `:part` in its address. */
  readonly parts?: readonly string[]
}

/** Files of pages/ by their path, each loaded when it is needed. */
export type Loaders<Module> = Readonly<Record<string, () => Promise<Module>>>

export interface RouteTable {
  readonly routes: readonly Route[]
  readonly pages: Loaders<PageModule>
  readonly frames: Loaders<FrameModule>
}

/** @param page by default named like the address */
export const route = (
  path: string,
  page = path.slice(1).replace('/', '-'),
  more?: Pick<Route, 'frame' | 'parts'>,
): Route => ({
  path,
  page,
  ...more,
})
