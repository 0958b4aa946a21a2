/**
 * Runs in the head of every page before the first paint: it marks the document when a session is stored, and the style sheet then
 * shows what signed-in users see. Otherwise the page would show "Sign In" first and then change. It also marks addresses that ask
 * for just an account, for which the prerendered form is the wrong one. The server allows it by its hash, as every inline script.
 */
import { STORAGE_KEY } from './stored-session.ts'

const MARK = 'document.documentElement.dataset'
export const HINT_SCRIPT = `if(/[?&]for=account\\b/.test(location.search))${MARK}.only="account";try{if(localStorage.getItem(${JSON.stringify(STORAGE_KEY)}))${MARK}.session=""}catch{}`
