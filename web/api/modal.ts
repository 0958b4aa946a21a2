/** Opens a dialog over the page. Firefox before 98 has no modal dialogs: there it is a part of the page, at its end. */
export function openModal(dialog: HTMLDialogElement): void {
  if (typeof dialog.showModal !== 'function') dialog.setAttribute('open', '')
  else if (!dialog.open) dialog.showModal()
}
