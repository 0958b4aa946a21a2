/** A captcha that is solved by pressing a button. */

/** Has the interface of Turnstile's script. */
export const STAND_IN_CAPTCHA = `
  let answers = 0
  window.turnstile = {
    render(place, { callback }) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'I am a person'
      button.onclick = () => callback('answer ' + ++answers)
      place.append(button)
      return 'widget'
    },
    reset() {},
    remove() {},
  }`
