/** Asked of `Navigation.draws`: whether a provider draws the modal of this kernel, as a dialog or in the page. */
export const modalClaim = 'latchkey:modal'
