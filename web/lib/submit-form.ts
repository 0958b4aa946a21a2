/** Submits a form as its button does. Safari before 16 cannot by script, so its button is pressed there. */
export function submitForm(form: HTMLFormElement | null): void {
  if (!form) return
  if (typeof form.requestSubmit === 'function') form.requestSubmit()
  else form.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}
