/**
 * A button that is pressed before the script of the page has come would do nothing, without a word. It is pressed for the user once the
 * script runs, unless they have done something else since. All of this is in the head of the page, where it weighs on no script.
 */
declare global {
  /** Called before React hears of presses itself. @returns presses the button that waits, once React has run */
  // oxlint-disable-next-line no-var -- a global can be declared in no other way
  var earlyPress: () => () => void
}

/** A button that submits has been obeyed by the browser. The time passes for what follows from running, such as the texts of a draft. */
export const EARLY_PRESS_SCRIPT = `{
let last
for(const name of["click","input"])addEventListener(name,event=>{if(event.isTrusted)last=event},true)
globalThis.earlyPress=()=>{
const event=last,button=event?.type=="click"&&event.target.closest("button[type=button]")
return()=>{if(button)setTimeout(()=>{if(last==event)last=0,button.click()})}
}}`
