/**
 * Runs in the head of every page before the first paint: it marks the document when a session is stored, and the style sheet then
 * shows what signed-in users see. Otherwise the page would show "Sign In" first and then change. The server allows it by its hash, as
 * every inline script.
 */
import { STORAGE_KEY } from './stored-session.ts'

export const HINT_SCRIPT = `try{if(localStorage.getItem(${JSON.stringify(STORAGE_KEY)}))document.documentElement.dataset.session=""}catch{}`
