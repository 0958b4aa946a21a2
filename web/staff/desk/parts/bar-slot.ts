/** The place in the bar for what belongs to one page. Null until the bar is there. */
import { createContext } from 'react'

export const BarSlotContext = createContext<HTMLElement | null>(null)
