/** Shown once the user is signed in and nothing is left to do (section 8 of the spec). */
import { showToast } from './toast-store.ts'
import { signInToasts as toasts } from '#words/people/toasts.ts'

export function welcome(): void {
  showToast({ kind: 'plain', title: toasts.welcome, description: toasts.welcomeMore })
}
