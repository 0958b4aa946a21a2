/**
 * A button that is pressed before the script of the page has come would do nothing, without a word. It is pressed for the user once the
 * script runs, unless they have done something else since. All of this is in the head of the page, where it weighs on no script.
 */
import { STORAGE_KEY } from '../api/session/stored-session.ts'

declare global {
  /** Called before React hears of presses itself. @returns presses the button that waits, once React has run */
  // oxlint-disable-next-line no-var -- a global can be declared in no other way
  var earlyPress: () => () => void
}

/**
 * A button that submits has been obeyed by the browser. The time passes for what follows from running, such as the texts of a draft.
 * A sign-out ends the session on the device at once, and is never forgotten: the session waits in its tab for a script that ends it at
 * the server, also one of the next page. It is dropped where someone else has signed in meanwhile.
 */
export const EARLY_PRESS_SCRIPT = `{
let last,runs
const key=${JSON.stringify(STORAGE_KEY)},left=key+"-left",move=(from,to,name,other)=>{
try{
const text=from.getItem(name)
from.removeItem(name)
if(text&&!to.getItem(other))return to.setItem(other,text),1
}catch{}},leave="[data-leave]"
for(const name of["click","input"])addEventListener(name,event=>{
if(!event.isTrusted)return
last=event
if(!runs&&event.target.closest?.(leave)&&move(localStorage,sessionStorage,key,left))delete document.documentElement.dataset.session
},true)
globalThis.earlyPress=()=>{
runs=1
const leaves=move(sessionStorage,localStorage,left,key),event=last,button=event?.type=="click"&&event.target.closest("button[type=button]")
return()=>{if(leaves||button)setTimeout(()=>{
if(leaves)document.querySelector(leave)?.click()
else if(last==event)last=0,button.click()
})}
}}`
