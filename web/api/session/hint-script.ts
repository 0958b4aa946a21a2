/**
 * Runs in the head of every page, before anything is drawn: it marks the document when a session is stored, and the style
 * sheet then shows what a signed-in person sees first. Without it the page would begin with "Sign In" and change its mind. It
 * also marks an address that asks for only an account, for which the prerendered form is the wrong one.
 * The server allows it by its hash, as every inline script of a page.
 */
import { STORAGE_KEY } from './stored-session.ts'

const MARK = 'document.documentElement.dataset'
export const HINT_SCRIPT = `if(/[?&]for=account\\b/.test(location.search))${MARK}.only="account";try{if(localStorage.getItem(${JSON.stringify(STORAGE_KEY)}))${MARK}.session=""}catch{}`
